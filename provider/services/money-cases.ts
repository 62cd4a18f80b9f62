/** What the platform's own staff do about money that waits for a person. Each is noted with who did it and why, in its own transaction. */
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { PayoutBody, PayoutWire } from '../../src/contract/operator-statements.ts'
import { getGateways } from '../gateways/gateways.ts'
import { findParkWithin } from './closures.ts'
import { noteMoneyAction, type StaffAct } from '../repositories/money-actions.ts'
import { lockDebt, postWriteOff, setTakenAmount } from '../repositories/money-cases.ts'
import { findPayment, lockPayment, type PaymentRow } from '../repositories/payments.ts'
import { findUserByEmail, setDisabled } from '../repositories/users.ts'
import { readBackFacts } from '../repositories/clawbacks.ts'
import type { Objection } from '../rules/refusal.ts'
import { recordPayout } from './operator-statements.ts'
import { checkBack, hasMoney } from './payments-back.ts'
import { settlePayment } from './payments-settle.ts'
import type { PaymentDeps } from './payments-start.ts'
import { settleRefund } from './refund-outcome.ts'

const no = (words: string, code: Objection['code'] = 'validation_failed') => err<Objection>({ code, words })
type Done<T> = Promise<Result<T, Objection>>

export interface RefundEnd {
  readonly reference: string
  readonly withdrawalId: string
  /** What the gateway's own pages say: paid out, or never sent or failed there. */
  readonly became: 'paid' | 'failed'
}

/** Ends a refund that stays `sent` or `pending`. A word of the gateway that comes later finds it ended, and `reconcile` compares both. */
export const endRefund = (
  deps: PaymentDeps,
  act: StaffAct,
  { reference, withdrawalId, became }: RefundEnd,
): Done<null> =>
  deps.db.transaction(async (tx) => {
    if ((await findPayment(tx, reference)) === undefined)
      return no(`There is no payment ${reference}.`, 'payment_not_found')
    const payment = await lockPayment(tx, reference)
    const { refunds } = await readBackFacts(tx, reference)
    const refund = refunds.find((one) => one.withdrawal_id === withdrawalId)
    if (refund === undefined) return no('This payment has no refund for that withdrawal.', 'not_found')
    if (refund.state !== 'sent' && refund.state !== 'pending')
      return no(`This refund is not under way: it is ${refund.state}.`)
    await settleRefund(tx, { payment, refund, to: became === 'paid' ? 'done' : 'failed', nowMs: act.nowMs })
    const details = { withdrawal: withdrawalId, amount: refund.amount_minor, was: refund.state }
    await noteMoneyAction(tx, act, { action: `refund.${became}`, subject: reference, details })
    return ok(null)
  })

async function findMismatch(deps: PaymentDeps, reference: string): Done<PaymentRow> {
  const payment = await findPayment(deps.db, reference)
  if (payment === undefined) return no(`There is no payment ${reference}.`, 'payment_not_found')
  if (payment.reason !== 'mismatch') return no('This payment is no mismatch.')
  return ok(payment)
}

/**
 * Credits what the gateway says now that it took, in the payment's own currency; in another one it can only be given back there. Asked anew:
 * nobody types an amount.
 */
export async function creditMismatch(deps: PaymentDeps, act: StaffAct, reference: string): Done<PaymentRow> {
  const found = await findMismatch(deps, reference)
  if (!found.ok) return found
  const payment = found.value
  const gateway = payment.gateway === null ? undefined : getGateways(deps).find(payment.gateway, payment.kind)
  if (gateway === undefined) return no('Its gateway has no key here.', 'payment_unavailable')
  const charge = { reference, gatewayReference: payment.gateway_reference, currency: payment.currency }
  const verified = await gateway.verify(charge)
  if (!verified.ok) return no('Its gateway gave no answer: try again later.', 'payment_unavailable')
  const said = verified.value
  if (said.status !== 'paid') return no(`Its gateway calls it ${said.status}: there is nothing to credit.`)
  const { amountMinor: takenMinor } = said
  if (takenMinor === null) return no('Its gateway names no amount: look at its pages.')
  if (said.currency !== payment.currency)
    return no(
      `Its gateway took another currency (${said.currency}): give it back there, then close it.`,
      'currency_mismatch',
    )
  const isFirst = await deps.db.transaction(async (tx) => {
    const { reason, amount_minor: was } = await lockPayment(tx, reference)
    if (reason !== 'mismatch') return false
    await setTakenAmount(tx, reference, takenMinor)
    const details = { was, amount: takenMinor, currency: payment.currency }
    await noteMoneyAction(tx, act, { action: 'payment.credit', subject: reference, details })
    return true
  })
  if (!isFirst) return no('Somebody else has dealt with it.')
  return ok(await settlePayment(deps, reference, said))
}

/** It was given back on the gateway's own pages, or is nothing: it is listed no more. Moves no money. */
export async function closeMismatch(deps: PaymentDeps, act: StaffAct, reference: string): Done<null> {
  const found = await findMismatch(deps, reference)
  if (!found.ok) return found
  await deps.db.transaction((tx) => noteMoneyAction(tx, act, { action: 'payment.close', subject: reference }))
  return ok(null)
}

/** Asks the gateway now what went back of a payment (refunds, reversals, chargebacks), and books what it says. */
export async function askGateway(deps: PaymentDeps, act: StaffAct, reference: string): Done<PaymentRow> {
  const payment = await findPayment(deps.db, reference)
  if (payment === undefined) return no(`There is no payment ${reference}.`, 'payment_not_found')
  if (!hasMoney(payment)) return no('This payment brought no money.')
  if (payment.gateway === null || getGateways(deps).find(payment.gateway, payment.kind) === undefined)
    return no('Its gateway has no key here.', 'payment_unavailable')
  await deps.db.transaction((tx) => noteMoneyAction(tx, act, { action: 'payment.ask', subject: reference }))
  await checkBack(deps, payment)
  return ok((await findPayment(deps.db, reference)) ?? payment)
}

/** Brings a wallet below zero back to zero, at the platform's cost. Returns what was written off, minor units. */
export const writeOff = (
  deps: Pick<PaymentDeps, 'db'>,
  act: StaffAct,
  of: { readonly email: string; readonly currency: Currency },
): Done<number> =>
  deps.db.transaction(async (tx) => {
    const debt = await lockDebt(tx, of)
    if (debt === undefined) return no('No account has this address and a wallet of this currency.', 'not_found')
    if (debt.balance_minor >= 0) return no('This wallet owes nothing.')
    await postWriteOff(tx, debt, act.nowMs)
    const details = { currency: of.currency, amount: -debt.balance_minor }
    await noteMoneyAction(tx, act, { action: 'debt.write_off', subject: debt.user_id, details })
    return ok(-debt.balance_minor)
  })

/** Every request of a disabled account is refused from the next one on, by every process; bookings and money stay as they are. */
export const switchDriver = (
  deps: Pick<PaymentDeps, 'db'>,
  act: StaffAct,
  { email, isDisabled }: { readonly email: string; readonly isDisabled: boolean },
): Done<UserId> =>
  deps.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === undefined) return no('No account has this address.', 'not_found')
    if ((user.disabled_at !== null) === isDisabled)
      return no(isDisabled ? 'It is disabled already.' : 'It is open already.')
    await setDisabled(tx, email, isDisabled ? act.nowMs : null)
    const action = isDisabled ? ('driver.disable' as const) : ('driver.enable' as const)
    await noteMoneyAction(tx, act, { action, subject: user.user_id })
    return ok(user.user_id)
  })

/** Notes a transfer to a car park's operator, once by its reference, never more than is owed. */
export const payOut = (
  deps: Pick<PaymentDeps, 'db'>,
  act: StaffAct,
  { code, ...body }: PayoutBody & { readonly code: string },
): Done<PayoutWire> =>
  deps.db.transaction(async (tx) => {
    const park = await findParkWithin(tx, code, null)
    if (!park.ok) return no(`No car park has the code ${code}.`, 'park_not_found')
    const done = await recordPayout(tx, { park: park.value, body, within: null, nowMs: act.nowMs })
    if (!done.ok) return done
    if (done.value.isChanged)
      await noteMoneyAction(tx, act, { action: 'payout.record', subject: park.value.code, details: body })
    return ok(done.value.payout)
  })
