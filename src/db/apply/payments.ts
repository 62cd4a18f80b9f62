import type { PaymentInfo, PaymentWire, Receipt } from '../../contract/payments.ts'
import type { PaymentState } from '../../domain/payment.ts'
import type { Databases } from '../databases.ts'
import type { PaidStay, PayLink, PaymentWish, PaymentWishRow } from '../payment-row.ts'
import type { UserDb } from '../schema.ts'
import { writeAsUser } from './user-rows.ts'

/** Stored before the request leaves the phone, so that its key outlives the tab; `kept` where there is no connection. */
export const applyWish = (dbs: Databases, userId: string, row: PaymentWishRow): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.paymentWishes.put(row))

/** One amount is kept for later, not a heap of them: the last one typed. */
export const applyKeptWish = (dbs: Databases, userId: string, row: PaymentWishRow): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', db.paymentWishes, async () => {
      await db.paymentWishes.filter(({ state }) => state === 'kept').delete()
      await db.paymentWishes.put(row)
    }),
  )

export const applyWishState = (
  dbs: Databases,
  userId: string,
  { id, state }: Pick<PaymentWishRow, 'id' | 'state'>,
): Promise<boolean> => writeAsUser(dbs, userId, (db) => db.paymentWishes.update(id, { state }))

/** Refused by the provider, or dismissed by the driver. */
export const applyWishGone = (dbs: Databases, userId: string, id: string): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.paymentWishes.delete(id))

const RANK: Readonly<Record<PaymentState, number>> = {
  created: 0,
  sent: 1,
  pending: 2,
  failed: 3,
  expired: 3,
  succeeded: 4,
  succeeded_late: 4,
  refunded: 5,
}

/** When it was stored: the phone's time, and how far the provider's is ahead of it, milliseconds. */
export interface ToldAt {
  readonly savedAt: number
  readonly aheadMs: number
}

interface Told extends ToldAt {
  readonly payment: PaymentWire
  readonly link?: PayLink
  readonly stay?: PaidStay | null
}

/** A payment never goes back, so an answer that was on its way for long changes nothing. Inside a transaction. */
async function putNewer(db: UserDb, { payment, link, stay, savedAt, aheadMs }: Told): Promise<void> {
  const { reference, currency, created_at: createdAt } = payment
  const known = await db.payments.get(reference)
  if (known !== undefined && RANK[known.payment.state] > RANK[payment.state]) return
  await db.payments.put({
    reference,
    currency,
    createdAt,
    payment,
    link: link ?? known?.link ?? null,
    stay: stay ?? known?.stay ?? null,
    aheadMs,
    savedAt,
  })
}

export interface StartedAnswer extends ToldAt {
  readonly wish: PaymentWishRow<PaymentWish>
  readonly payment: PaymentWire
  readonly info: PaymentInfo
}

/** The payment takes the place of what was wished for, in one transaction. */
export function applyStartedPayment(dbs: Databases, userId: string, answer: StartedAnswer): Promise<boolean> {
  const { client_secret: _secret, ...link } = answer.info
  const { wish, payment, savedAt, aheadMs } = answer
  const stay = wish.wish.kind === 'booking' ? wish.wish.stay : null
  return writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', db.payments, db.paymentWishes, async () => {
      await putNewer(db, { payment, link, stay, savedAt, aheadMs })
      await db.paymentWishes.delete(wish.id)
    }),
  )
}

/** What the provider says of payments now. They are never deleted, so none is swept. */
export const applyPayments = (
  dbs: Databases,
  userId: string,
  { payments, ...at }: ToldAt & { readonly payments: readonly PaymentWire[] },
): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', db.payments, async () => {
      for (const payment of payments) await putNewer(db, { payment, ...at })
    }),
  )

export const applyReceipt = (
  dbs: Databases,
  userId: string,
  { receipt, savedAt }: { readonly receipt: Receipt; readonly savedAt: number },
): Promise<boolean> => writeAsUser(dbs, userId, (db) => db.receipts.put({ number: receipt.number, receipt, savedAt }))
