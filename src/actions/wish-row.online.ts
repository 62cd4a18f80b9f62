import { applyWishGone } from '../db/apply/payments.ts'
import { type MoneyWish, type PaymentWishRow, readWishes } from '../db/read/payments.ts'
import { HOLD_MS, TOP_UP_MS } from '../domain/payment.ts'
import { uuid7 } from '../lib/uuid7.ts'
import type { Phone } from '../sync/phone.ts'

/** How long what a wish started can be gone on with, milliseconds. */
const LIFE_MS: Readonly<Record<MoneyWish['kind'], number>> = {
  top_up: TOP_UP_MS,
  booking: HOLD_MS,
  withdrawal: Infinity,
  take_back: Infinity,
}

/** What is sent of it: under one key it may not change. */
const contentOf = (wish: MoneyWish): string => JSON.stringify(wish.kind === 'booking' ? wish.body : wish)

/** For the driver: the same sum for the same purpose. */
const isSameToDriver = (a: MoneyWish, b: MoneyWish): boolean =>
  a.kind === 'top_up' && b.kind === 'top_up'
    ? a.amountMinor === b.amountMinor && a.currency === b.currency
    : contentOf(a) === contentOf(b)

/** That of an earlier tap for the same whose answer was lost, with its key, so that nobody is shown two of one; else a new one. */
export async function toWishRow<W extends MoneyWish>(phone: Phone, wish: W): Promise<PaymentWishRow<W>> {
  const now = phone.clock.now()
  const content = contentOf(wish)
  const known = (await readWishes(phone.dbs)).find(
    (row) => row.state !== 'kept' && contentOf(row.wish) === content && now - row.createdAt < LIFE_MS[wish.kind],
  )
  return known === undefined
    ? { id: uuid7(now, phone.random), wish, state: 'sending', createdAt: now }
    : { ...known, wish, state: 'unknown' }
}

/** Once `done` is started, what was kept or lost of the same is not offered any more; nothing was charged for it. */
export async function forgetSameWishes(phone: Phone, userId: string, done: PaymentWishRow): Promise<void> {
  for (const { id, wish, state } of await readWishes(phone.dbs)) {
    if (id !== done.id && state !== 'sending' && isSameToDriver(wish, done.wish))
      await applyWishGone(phone.dbs, userId, id)
  }
}
