import { toRfc3339 } from '../../src/domain/instant.ts'
import { GIFT_STATES } from '../../src/domain/gift.ts'
import { toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { en } from '../messages/en.ts'
import { listAllGifts, type SoldGiftRow } from '../repositories/gifts.ts'
import { cancelGift, findSoldGift, isOrphan } from '../services/gifts.ts'
import type { Printed } from './attendants.ts'

const USAGE = `gifts list [open|redeemed|cancelled]   the newest first; without a state, those that nobody has redeemed
gifts show ID|CODE                     one, by its id or by the code that somebody was given
gifts cancel ID|CODE                   one that nobody has redeemed: its money goes back to the wallet that paid`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })

/** Omits the code: anyone who reads it could redeem it. */
const lineOf = (gift: SoldGiftRow): string =>
  [
    gift.gift_id,
    toRfc3339(gift.created_at),
    gift.state,
    `${toDecimal(toMoney(gift.amount_minor, gift.currency))} ${gift.currency}`,
    `from ${gift.buyer ?? 'a deleted account'}`,
    ...(gift.email === null ? [] : [`for ${gift.email}`]),
    ...(gift.redeemer === null ? [] : [`redeemed by ${gift.redeemer}`]),
    ...(gift.settled_at === null ? [] : [toRfc3339(gift.settled_at)]),
  ].join('  ')

async function cancel(db: Database, gift: SoldGiftRow): Promise<Printed> {
  if (isOrphan(gift)) return refused('Who bought it has no account any more.')
  const wish = { userId: gift.buyer_id, giftId: gift.gift_id, nowMs: systemClock.now() }
  const done = await db.transaction((tx) => cancelGift(tx, { config: readConfig(process.env) }, wish))
  if (!done.ok) return refused(en.problems[done.error.code].detail)
  const back = `${toDecimal(toMoney(gift.amount_minor, gift.currency))} ${gift.currency}`
  return { lines: [lineOf({ ...gift, ...done.value }), `Given back: ${back}`], exitCode: 0 }
}

/** `words`: the arguments after `gifts`. */
export async function runGifts(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', what = 'open', ...rest] = words
  const state = GIFT_STATES.find((one) => one === what)
  if (rest.length > 0 || (verb === 'list' && state === undefined)) return { lines: [USAGE], exitCode: 2 }
  if (verb === 'list' && state !== undefined) return { lines: (await listAllGifts(db, state)).map(lineOf), exitCode: 0 }
  if ((verb !== 'show' && verb !== 'cancel') || words.length < 2) return { lines: [USAGE], exitCode: 2 }
  const gift = await findSoldGift(db, what)
  if (gift === undefined) return refused('No gift has this id or this code.')
  return verb === 'show' ? { lines: [lineOf(gift)], exitCode: 0 } : cancel(db, gift)
}
