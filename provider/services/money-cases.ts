/**
 * How the platform's own staff resolve money cases that wait for a person, by commands and in the console. Each act is
 * one transaction that includes a note of who did it and why; gateway calls before or after are outside of that
 * transaction.
 */
import type { MoneyAct, MoneyActDone } from '../../src/contract/operator-money.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { getGateways } from '../gateways/gateways.ts'
import { readBackFacts } from '../repositories/clawbacks.ts'
import { noteMoneyAction, type StaffAct } from '../repositories/money-actions.ts'
import { acceptTaken, isOpenMismatch, lockDebt, postWriteOff } from '../repositories/money-cases.ts'
import { findPayment, lockPayment, type PaymentRow } from '../repositories/payments.ts'
import { findUserByEmail, setDisabled } from '../repositories/users.ts'
import type { Objection } from '../rules/refusal.ts'
import { findParkWithin } from './closures.ts'
import { recordPayout } from './operator-statements.ts'
import { checkBack, hasMoney } from './payments-back.ts'
import { settlePayment } from './payments-settle.ts'
import type { PaymentDeps } from './payments-start.ts'
import { settleRefund } from './refund-outcome.ts'

type Of<Action extends MoneyAct['action']> = Extract<MoneyAct, { readonly action: Action }>
type Done<T> = Promise<Result<T, Objection>>

const no = (words: string, code: Objection['code'] = 'money_case_over') => err<Objection>({ code, words })
const NO_PAYMENT = (reference: string) => no(`There is no payment ${reference}.`, 'payment_not_found')
const done = (action: MoneyAct['action'], money: Partial<MoneyActDone> = {}) =>
  ok<MoneyActDone>({ action, amount: null, currency: null, ...money })

interface PreparedAct {
  /** Applies the effect and its note in one transaction; a refusal leaves nothing behind. */
  readonly apply: (tx: Queryable, staff: StaffAct) => Done<MoneyActDone>
  /** Runs after the commit. A job does the same later if the process ends before. */
  readonly afterwards: () => Promise<unknown>
}

const NOTHING = (): Promise<unknown> => Promise.resolve()
const atOnce = (apply: PreparedAct['apply']): Done<PreparedAct> => Promise.resolve(ok({ apply, afterwards: NOTHING }))

/** Ends a refund by hand. A later report from the gateway finds the refund ended, and `reconcile` compares both. */
async function endRefund(
  tx: Queryable,
  staff: StaffAct,
  { action, reference, withdrawal }: Of<'refund.paid' | 'refund.failed'>,
): Done<MoneyActDone> {
  if ((await findPayment(tx, reference)) === undefined) return NO_PAYMENT(reference)
  const payment = await lockPayment(tx, reference)
  const { refunds } = await readBackFacts(tx, reference)
  const refund = refunds.find((one) => one.withdrawal_id === withdrawal)
  if (refund === undefined) return no('This payment has no refund for that withdrawal.')
  if (refund.state !== 'sent' && refund.state !== 'pending')
    return no(`This refund is not under way: it is ${refund.state}.`)
  const to = action === 'refund.paid' ? 'done' : 'failed'
  await settleRefund(tx, { payment, refund, to, nowMs: staff.nowMs })
  const details = { withdrawal, amount: refund.amount_minor, was: refund.state }
  await noteMoneyAction(tx, staff, { action, subject: reference, details })
  return done(action, { amount: refund.amount_minor, currency: payment.currency })
}

/** Locks the payment; refused when its mismatch has already been dealt with. */
async function lockMismatch(tx: Queryable, reference: string): Done<PaymentRow> {
  if ((await findPayment(tx, reference)) === undefined) return NO_PAYMENT(reference)
  const payment = await lockPayment(tx, reference)
  return (await isOpenMismatch(tx, reference)) ? ok(payment) : no('This payment is no mismatch, or was dealt with.')
}

/**
 * Credits the amount that the gateway says it took, in the payment's own currency; an amount in another currency can
 * only be refunded at the gateway. The gateway is asked again, so staff never type an amount.
 */
async function prepareCredit(deps: PaymentDeps, reference: string): Done<PreparedAct> {
  const payment = await findPayment(deps.db, reference)
  if (payment === undefined) return NO_PAYMENT(reference)
  if (!(await isOpenMismatch(deps.db, reference))) return no('This payment is no mismatch, or was dealt with.')
  const { currency } = payment
  const gateway = payment.gateway === null ? undefined : getGateways(deps).find(payment.gateway, payment.kind)
  if (gateway === undefined) return no('Its gateway has no key here.', 'payment_unavailable')
  const verified = await gateway.verify({ reference, gatewayReference: payment.gateway_reference, currency })
  if (!verified.ok) return no('Its gateway gave no answer: try again later.', 'payment_unavailable')
  const said = verified.value
  if (said.status !== 'paid')
    return no(`Its gateway calls it ${said.status}: there is nothing to credit.`, 'payment_mismatch')
  const { amountMinor } = said
  if (amountMinor === null) return no('Its gateway names no amount: look at its pages.', 'payment_mismatch')
  if (said.currency !== currency) {
    const words = `Its gateway took another currency (${said.currency}): give it back there, then close it.`
    return no(words, 'currency_mismatch')
  }
  return ok({
    apply: async (tx, staff) => {
      const locked = await lockMismatch(tx, reference)
      if (!locked.ok) return locked
      await acceptTaken(tx, reference, { amountMinor, nowMs: staff.nowMs })
      const details = { was: locked.value.amount_minor, amount: amountMinor, currency }
      await noteMoneyAction(tx, staff, { action: 'payment.credit', subject: reference, details })
      return done('payment.credit', { amount: amountMinor, currency })
    },
    afterwards: () => settlePayment(deps, reference, said),
  })
}

/**
 * Removes a mismatch from the list, because it was refunded on the gateway's own pages or was harmless. Moves no money.
 */
async function closeMismatch(
  tx: Queryable,
  staff: StaffAct,
  { action, reference }: Of<'payment.close'>,
): Done<MoneyActDone> {
  const locked = await lockMismatch(tx, reference)
  if (!locked.ok) return locked
  await noteMoneyAction(tx, staff, { action, subject: reference })
  return done(action)
}

/** Asks the gateway what was returned of a payment (refunds, reversals, chargebacks), and books the answer. */
async function prepareAsk(deps: PaymentDeps, reference: string): Done<PreparedAct> {
  const payment = await findPayment(deps.db, reference)
  if (payment === undefined) return NO_PAYMENT(reference)
  if (!hasMoney(payment)) return no('This payment brought no money.')
  if (payment.gateway === null || getGateways(deps).find(payment.gateway, payment.kind) === undefined)
    return no('Its gateway has no key here.', 'payment_unavailable')
  return ok({
    apply: async (tx, staff) => {
      await noteMoneyAction(tx, staff, { action: 'payment.ask', subject: reference })
      return done('payment.ask')
    },
    afterwards: () => checkBack(deps, payment),
  })
}

/** Brings a negative wallet back to zero, at the platform's cost. */
async function writeOff(
  tx: Queryable,
  staff: StaffAct,
  { action, email, currency }: Of<'debt.write_off'>,
): Done<MoneyActDone> {
  const debt = await lockDebt(tx, { email, currency })
  if (debt === undefined) return no('No account has this address and a wallet of this currency.')
  const amount = -debt.balance_minor
  if (amount <= 0) return no('This wallet owes nothing.')
  await postWriteOff(tx, debt, staff.nowMs)
  await noteMoneyAction(tx, staff, { action, subject: debt.user_id, details: { currency, amount } })
  return done(action, { amount, currency })
}

/**
 * Disables or enables an account. Every process refuses a disabled account's requests from the next one on; bookings
 * and money stay as they are.
 */
async function switchDriver(
  tx: Queryable,
  staff: StaffAct,
  { action, email }: Of<'driver.disable' | 'driver.enable'>,
): Done<MoneyActDone> {
  const user = await findUserByEmail(tx, email)
  if (user === undefined) return no('No account has this address.')
  const isDisabling = action === 'driver.disable'
  if ((user.disabled_at !== null) === isDisabling)
    return no(isDisabling ? 'It is disabled already.' : 'It is open already.')
  await setDisabled(tx, email, isDisabling ? staff.nowMs : null)
  await noteMoneyAction(tx, staff, { action, subject: user.user_id })
  return done(action)
}

/** Records a transfer to a car park's operator, once per reference and never more than is owed. */
async function payOut(
  tx: Queryable,
  staff: StaffAct,
  { action, park: code, ...body }: Of<'payout.record'>,
): Done<MoneyActDone> {
  const park = await findParkWithin(tx, code.toUpperCase(), null)
  if (!park.ok) return park
  const paid = await recordPayout(tx, { park: park.value, body, within: null, nowMs: staff.nowMs })
  if (!paid.ok) return paid
  if (paid.value.isChanged) await noteMoneyAction(tx, staff, { action, subject: park.value.code, details: body })
  return done(action, { amount: paid.value.payout.payable, currency: body.currency })
}

export function prepareAct(deps: PaymentDeps, act: MoneyAct): Done<PreparedAct> {
  switch (act.action) {
    case 'refund.paid':
    case 'refund.failed':
      return atOnce((tx, staff) => endRefund(tx, staff, act))
    case 'payment.credit':
      return prepareCredit(deps, act.reference)
    case 'payment.close':
      return atOnce((tx, staff) => closeMismatch(tx, staff, act))
    case 'payment.ask':
      return prepareAsk(deps, act.reference)
    case 'debt.write_off':
      return atOnce((tx, staff) => writeOff(tx, staff, act))
    case 'driver.disable':
    case 'driver.enable':
      return atOnce((tx, staff) => switchDriver(tx, staff, act))
    case 'payout.record':
      return atOnce((tx, staff) => payOut(tx, staff, act))
    default:
      return unreachable(act)
  }
}

/** Runs all steps of an act, for the command line. */
export async function runAct(deps: PaymentDeps, staff: StaffAct, act: MoneyAct): Done<MoneyActDone> {
  const prepared = await prepareAct(deps, act)
  if (!prepared.ok) return prepared
  const applied = await deps.db.transaction((tx) => prepared.value.apply(tx, staff))
  if (applied.ok) await prepared.value.afterwards()
  return applied
}
