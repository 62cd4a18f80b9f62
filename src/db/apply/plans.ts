import type { Plan, Subscription } from '../../contract/plans.ts'
import type { CountryCode } from '../../domain/country.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { PLANS } from '../kept-lists.ts'
import { onPublic } from '../with-db.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

/** Stores all plans of a country, which come in one answer. */
export const applyPlans = (
  dbs: Databases,
  { country, ...saved }: { readonly country: CountryCode; readonly plans: readonly Plan[]; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.saved.put({ key: `${PLANS}:${country}`, ...saved })
  })

interface Told {
  readonly rows: readonly Subscription[]
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/** Stores the driver's plans, newest first. A late answer changes nothing. */
export const applySubscriptions = (dbs: Databases, userId: string, { rows, outbox, savedAt }: Told): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'outbox'],
    async work(db) {
      const known = (await db.saved.get(PLANS))?.subscriptions ?? []
      const byId = new Map(known.map((row) => [row.subscription_id, row]))
      for (const row of rows) {
        if (row.version >= (byId.get(row.subscription_id)?.version ?? 0)) byId.set(row.subscription_id, row)
      }
      const subscriptions = [...byId.values()].toSorted((a, b) => b.started_at.localeCompare(a.started_at))
      await db.saved.put({ key: PLANS, subscriptions, savedAt })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })
