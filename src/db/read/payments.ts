import type { Receipt } from '../../contract/payments.ts'
import type { Currency } from '../../domain/money.ts'
import { isPaymentOpen } from '../../domain/payment.ts'
import { databases, type Databases } from '../databases.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export type { PaymentRow } from '../payment-row.ts'
export type { PaidStay } from '../command.ts'

export const readPayment = (reference: string, dbs: Databases = databases): Promise<Saved<PaymentRow | null>> =>
  readAsUser<Saved<PaymentRow | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.payments.get(reference)
    return { value: row ?? null, savedAt: row?.savedAt ?? null }
  })

/** Returns the payments of a currency that the driver can still pay and has not dismissed, newest first. */
export const readOpenPayments = (currency: Currency, dbs: Databases = databases): Promise<readonly PaymentRow[]> =>
  readAsUser<readonly PaymentRow[]>(dbs, [], async (db) => {
    const range = db.payments.where('[currency+createdAt]').between([currency, ''], [currency, '\uffff'])
    const rows = await range
      .filter(
        ({ payment, dismissed }) => isPaymentOpen(payment.state) && payment.automatic !== true && dismissed !== true,
      )
      .toArray()
    return rows.toReversed()
  })

export const readReceipt = (number: string, dbs: Databases = databases): Promise<Saved<Receipt | null>> =>
  readAsUser<Saved<Receipt | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.receipts.get(number)
    return { value: row?.receipt ?? null, savedAt: row?.savedAt ?? null }
  })
