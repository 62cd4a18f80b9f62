/** Money cases that wait for the platform's own staff, and the actions available: docs/money.md. */
import * as v from 'valibot'
import { MAX_REASON } from '../domain/act-reason.ts'
import { EMAIL } from '../domain/email.ts'
import { amount, currency, dateText, instantText, listOf, single, uuid } from './common.ts'
import { operatorText, parkCodeText } from './operator.ts'
import { payoutBody } from './operator-statements.ts'
import { gatewayName } from './payments.ts'
import { factorProof, requestKey } from './second-factor.ts'

export const MONEY_ACTIONS = [
  ...(['refund.paid', 'refund.failed', 'payment.credit', 'payment.close', 'payment.ask', 'debt.write_off'] as const),
  ...(['driver.disable', 'driver.enable', 'payout.record'] as const),
] as const
export type MoneyAction = (typeof MONEY_ACTIONS)[number]

const reference = operatorText(64)
const email = v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254), v.regex(EMAIL))

/** One action, which requires a second factor. */
const act = v.variant('action', [
  v.strictObject({ action: v.picklist(['refund.paid', 'refund.failed']), reference, withdrawal: uuid }),
  v.strictObject({ action: v.literal('payment.credit'), reference }),
  v.strictObject({ action: v.literal('payment.close'), reference }),
  v.strictObject({ action: v.literal('payment.ask'), reference }),
  v.strictObject({ action: v.literal('debt.write_off'), email, currency }),
  v.strictObject({ action: v.picklist(['driver.disable', 'driver.enable']), email }),
  v.strictObject({ action: v.literal('payout.record'), park: parkCodeText, ...payoutBody.entries }),
])
export type MoneyAct = v.InferOutput<typeof act>

export const moneyActBody = v.pipe(
  v.strictObject({ act, reason: operatorText(MAX_REASON, 3) }),
  v.examples([
    {
      act: { action: 'payment.credit', reference: 'bw-6f1d2c3b4a5968778695a4b3c2d1e0f0' },
      reason: 'The gateway took C$27, the driver agrees',
    },
  ]),
)
export type MoneyActBody = v.InferOutput<typeof moneyActBody>

/** The amount credited, written off, or owed after a payout. Null for actions without an amount. */
export const moneyActSingle = single(
  v.object({ action: v.picklist(MONEY_ACTIONS), amount: v.nullable(amount), currency: v.nullable(currency) }),
)
export type MoneyActDone = v.InferOutput<typeof moneyActSingle>['data']

/** The second factor is valid only for this action under this Idempotency-Key. */
export const actFactorBody = v.strictObject({ request: requestKey, act })
export type ActFactorBody = v.InferOutput<typeof actFactorBody>
export const actProofBody = v.strictObject({ request: requestKey, act, ...factorProof })
export type ActProofBody = v.InferInput<typeof actProofBody>

const aboutPayment = { reference: v.string(), gateway: v.nullable(gatewayName), amount, currency, email: v.string() }

export const moneyCasesSingle = single(
  v.object({
    /** Refunds whose gateway was asked a day ago and has not reported the outcome. */
    refunds: v.array(
      v.object({
        ...aboutPayment,
        withdrawal: uuid,
        state: v.picklist(['sent', 'pending']),
        since: instantText,
      }),
    ),
    /**
     * `amount` was requested, but the gateway took another amount. `taken`: null when the gateway did not state it or
     * it was not recorded.
     */
    mismatches: v.array(
      v.object({
        ...aboutPayment,
        taken: v.optional(v.nullable(v.object({ amount, currency: v.string() })), null),
        since: instantText,
      }),
    ),
    disputes: v.array(
      v.object({
        ...aboutPayment,
        kind: v.picklist(['dispute', 'reversal']),
        state: v.picklist(['open', 'pending', 'gone', 'returned']),
        /** The part already debited from the wallet. */
        booked: amount,
        since: instantText,
      }),
    ),
    /** Wallets with a negative balance. */
    debts: v.array(v.object({ email: v.string(), currency, balance: amount })),
  }),
)
export type MoneyCases = v.InferOutput<typeof moneyCasesSingle>['data']

/** Current balances owed to car parks. */
export const owedList = v.object({
  items: v.array(v.object({ park: v.string(), name: v.string(), payable: amount, currency })),
})
export type OwedPark = v.InferOutput<typeof owedList>['items'][number]

/** UTC days, `until` exclusive. */
export const chargePeriod = v.pipe(
  v.object({ from: dateText, until: dateText }),
  v.check(({ from, until }) => from < until, 'a first day, and a later one'),
)

/** Fees and taxes of a period by jurisdiction of the car park; the same data as a file. */
export const chargeReportSingle = single(
  v.object({
    rows: v.array(
      v.object({
        country: v.nullable(v.string()),
        region: v.nullable(v.string()),
        currency,
        kind: v.string(),
        ...{ count: v.number(), paid: amount, fees: amount, tax: amount },
      }),
    ),
    file: v.object({ name: v.string(), text: v.string() }),
  }),
)
export type ChargeReport = v.InferOutput<typeof chargeReportSingle>['data']

export const moneyActionSchema = v.object({
  id: v.number(),
  at: instantText,
  action: v.picklist(MONEY_ACTIONS),
  /** A payment's reference, a user's id, or a car park's code. */
  subject: v.string(),
  /** The person and their reason. */
  actor: v.string(),
  reason: v.string(),
})
export type MoneyActionWire = v.InferOutput<typeof moneyActionSchema>
export const moneyActionList = listOf(moneyActionSchema)
