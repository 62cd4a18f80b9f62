import * as v from 'valibot'
import { TRANSACTION_KINDS } from '../domain/wallet.ts'
import { amount, currency, instantText, listOf, pageQuery, single } from './common.ts'

/** `balance` can be spent; below zero when money that was spent went back at the gateway, and nothing can be until it is filled. `held` is being paid out, beside it. `as_of` is when the provider computed them. */
export const walletSchema = v.object({ balance: amount, currency, held: amount, as_of: instantText })
export type Wallet = v.InferOutput<typeof walletSchema>
export const walletSingle = single(walletSchema)

/** Signed `amount`: positive is money in. `balance_after` is the running balance. */
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
