import type { Gift } from '../../contract/gifts.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { GIFTS } from '../kept-gifts.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'

export interface SavedGifts {
  readonly gifts: readonly Gift[]
  /** The end of the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
  /** The driver's list came: from now on it is of this age. */
  readonly isList?: boolean
}

/** An answer that was on its way for long changes nothing; newest first. Gifts are never deleted, so none is swept. */
export const applyGifts = (
  dbs: Databases,
  userId: string,
  { gifts, outbox, savedAt, isList = false }: SavedGifts,
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved', 'outbox'],
    async work(db) {
      const known = await db.saved.get(GIFTS)
      const byId = new Map(known?.gifts?.map((gift) => [gift.gift_id, gift]))
      for (const gift of gifts) {
        if (gift.version >= (byId.get(gift.gift_id)?.version ?? 0)) byId.set(gift.gift_id, gift)
      }
      const newestFirst = [...byId.values()].toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
      await db.saved.put({ key: GIFTS, gifts: newestFirst, savedAt: isList ? savedAt : (known?.savedAt ?? savedAt) })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })
