import type { Referral } from '../../contract/referrals.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

/** Stores the provider's last answer, and ends the command that this answers, if any, in the same transaction. */
export const applyReferral = (
  dbs: Databases,
  userId: string,
  { outbox, ...told }: { readonly referral: Referral; readonly savedAt: number; readonly outbox?: OutboxChange },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'outbox'],
    async work(db) {
      await db.saved.put({ key: 'referral', ...told })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })
