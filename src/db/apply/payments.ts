import type { PaymentInfo, PaymentWire, Receipt } from '../../contract/payments.ts'
import type { PaymentState } from '../../domain/payment.ts'
import type { Databases } from '../databases.ts'
import type { PaidStay } from '../command.ts'
import type { PayLink } from '../payment-row.ts'
import type { UserDb } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { isOfThisTime } from './pull-order.ts'
import { writeAsUser } from '../as-user.ts'

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

/** When it was stored: the phone's time, and how far the provider's clock is ahead of it, milliseconds. */
export interface ToldAt {
  readonly savedAt: number
  readonly aheadMs: number
}

interface Told extends ToldAt {
  readonly payment: PaymentWire
  readonly link?: PayLink
  readonly stay?: PaidStay | null
}

/** A payment never goes back, so a late answer changes nothing. Runs inside a transaction. */
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
    // Paying again undoes the dismissal.
    ...(known?.dismissed === true && link === undefined ? { dismissed: true } : {}),
  })
}

export interface StartedAnswer extends ToldAt {
  readonly payment: PaymentWire
  readonly info: PaymentInfo
  readonly stay: PaidStay | null
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox: OutboxChange
}

/** Stores a payment that its driver can pay at the gateway; the card form's secret is not stored. */
export function applyStartedPayment(dbs: Databases, userId: string, answer: StartedAnswer): Promise<boolean> {
  const { client_secret: _secret, ...link } = answer.info
  return writeAsUser(dbs, userId, {
    tables: ['payments', 'outbox'],
    async work(db) {
      await putNewer(db, { ...answer, link })
      await changeOutboxRow(db, answer.outbox)
    },
  })
}

/**
 * Stores the current state of payments. The provider never deletes them, so none is swept; `since` is from `pullStart`.
 */
export const applyPayments = (
  dbs: Databases,
  userId: string,
  {
    payments,
    outbox,
    since,
    ...at
  }: ToldAt & {
    readonly payments: readonly PaymentWire[]
    readonly outbox?: OutboxChange
    /** Start of the pull, if this comes from one. */
    readonly since?: number
  },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['payments', 'outbox'],
    async work(db) {
      if (since !== undefined && !(await isOfThisTime(db, since))) return
      for (const payment of payments) await putNewer(db, { payment, ...at })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })

/** Hides an unfinished payment from the driver's list on this phone; the provider keeps checking it. */
export const applyPaymentDismissed = (dbs: Databases, userId: string, reference: string): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['payments'],
    async work(db) {
      await db.payments.where('reference').equals(reference).modify({ dismissed: true })
    },
  })

export const applyReceipt = (
  dbs: Databases,
  userId: string,
  { receipt, savedAt }: { readonly receipt: Receipt; readonly savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['receipts'],
    work: (db) => db.receipts.put({ number: receipt.number, receipt, savedAt }),
  })
