import * as v from 'valibot'
import { TRANSACTION_KINDS } from '../domain/wallet.ts'
import { amount, currency, instantText, listOf, pageQuery, single } from './common.ts'

/**
 * `balance`: available to spend. It is below zero when the gateway returned money already spent; spending is then
 * blocked until a top-up covers it. `held`: being paid out, not part of the balance. `as_of`: when the provider
 * computed them.
 */
export const walletSchema = v.object({ balance: amount, currency, held: amount, as_of: instantText })
export type Wallet = v.InferOutput<typeof walletSchema>
export const walletSingle = single(walletSchema)

/** Signed `amount`: positive is incoming. `balance_after` is the running balance. */
export const transactionSchema = v.object({
  id: v.string(),
  kind: v.picklist(TRANSACTION_KINDS),
  amount,
  currency,
  balance_after: amount,
  booking_code: v.nullable(v.string()),
  park_name: v.nullable(v.string()),
  receipt_number: v.nullable(v.string()),
  created_at: instantText,
})
export type Transaction = v.InferOutput<typeof transactionSchema>
export const transactionList = listOf(transactionSchema)

export const walletQuery = v.object({ currency: v.optional(currency) })
export const transactionQuery = v.object({ ...pageQuery, currency: v.optional(currency) })
