/** Operator endpoints: a car park's income and payouts, all computed from the ledger. */
import * as v from 'valibot'
import { amount, currency, dateText, instantText, listOf, pageQuery, single } from './common.ts'
import { operatorText, price } from './operator.ts'
import { taxShareSchema } from './tariff.ts'

/** Kinds of ledger movements of a car park. */
export const STATEMENT_KINDS = ['booking', 'extension', 'refund', 'adjustment', 'payout'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

const MAX_PERIOD_DAYS = 400
const DAY_MS = 86_400_000

const period = {
  /** Local days of the car park, both inclusive. */
  from: dateText,
  until: dateText,
}
const isPeriod = ({ from, until }: { readonly from: string; readonly until: string }): boolean => {
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < MAX_PERIOD_DAYS
}

export const statementPeriod = v.pipe(v.object(period), v.check(isPeriod, 'a period of at most 400 days'))
export type StatementPeriod = v.InferOutput<typeof statementPeriod>
export const statementLinesQuery = v.pipe(
  v.object({ ...period, ...pageQuery, kind: v.optional(v.picklist(STATEMENT_KINDS)) }),
  v.check((query) => isPeriod(query), 'a period of at most 400 days'),
)

/** Minor units. `paid`: what wallets paid, negative for refunds; `park`: the car park's share of it. */
const sums = { paid: amount, fees: amount, tax: amount, park: amount }

export const operatorStatementSchema = v.object({
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string() }),
  ...period,
  /** Taxes charged at present, with the operator's registration number if stated. */
  taxes: v.array(v.object({ code: v.string(), name: v.string(), registration: v.nullable(v.string()) })),
  /** One entry, unless the car park's currency was changed; each currency has its own totals. */
  currencies: v.array(
    v.object({
      currency,
      /** Owed to the operator before and after the period: `opening` plus all of `park` equals `closing`. */
      opening: amount,
      closing: amount,
      figures: v.array(v.object({ kind: v.picklist(STATEMENT_KINDS), count: v.number(), ...sums })),
    }),
  ),
})
export type OperatorStatement = v.InferOutput<typeof operatorStatementSchema>
export const operatorStatementSingle = single(operatorStatementSchema)

export const statementLineSchema = v.object({
  /** Id of the ledger posting. */
  id: v.number(),
  at: instantText,
  kind: v.picklist(STATEMENT_KINDS),
  /** Code of the booking; null for movements without one. */
  booking: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  currency,
  ...sums,
  /** Breakdown of `tax`. */
  taxes: v.array(taxShareSchema),
})
export type StatementLine = v.InferOutput<typeof statementLineSchema>
export const statementLineList = listOf(statementLineSchema)

/** The lines as a file, for a page that saves it. */
export const statementFileSingle = single(v.object({ name: v.string(), text: v.string() }))

const MAX_REFERENCE = 60

export const payoutBody = v.pipe(
  v.strictObject({
    amount: price,
    currency,
    /** Reference of the bank transfer; each can be recorded once. */
    reference: operatorText(MAX_REFERENCE, 3),
  }),
  v.examples([{ amount: 1_185_750, currency: 'CAD', reference: 'TRF-2026-11-25-4471' }]),
)
export type PayoutBody = v.InferOutput<typeof payoutBody>

export const payoutSchema = v.object({
  park: v.string(),
  amount,
  currency,
  reference: v.string(),
  at: instantText,
  /** Owed to the operator after the payout. */
  payable: amount,
})
export type PayoutWire = v.InferOutput<typeof payoutSchema>
export const payoutSingle = single(payoutSchema)
