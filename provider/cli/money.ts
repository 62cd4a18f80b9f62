import type { MoneyAct, MoneyActDone } from '../../src/contract/operator-money.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { type Currency, isCurrency, parseMinor } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { listMoneyActions, type StaffAct } from '../repositories/money-actions.ts'
import { listOwed, type MismatchCase, sumCharges } from '../repositories/money-cases.ts'
import { findPayment } from '../repositories/payments.ts'
import { writeChargeReport } from '../services/charge-report.ts'
import { listOpenCases } from '../services/money-cases-wire.ts'
import { runAct } from '../services/money-cases.ts'
import type { PaymentDeps } from '../services/payments-start.ts'
import type { Printed } from './attendants.ts'
import { readStaffWords } from './staff-words.ts'

const USAGE = `money list                       what waits for a person: refunds under way for a day, mismatches, disputes, wallets below zero
money refund REFERENCE WITHDRAWAL paid|failed   end a refund as the gateway's own pages have it
money credit REFERENCE           of a mismatch: credit what its gateway says that it took
money close REFERENCE            of a mismatch: given back at the gateway, or nothing; moves no money here
money ask REFERENCE              ask the gateway now what went back, and book what it says
money write-off EMAIL CURRENCY   bring a wallet below zero back to zero, at the platform's cost
money report FROM UNTIL          fees and taxes as CSV; days of UTC, UNTIL not included (2026-11-01 2026-12-01)
money owed                       what car parks are owed
money pay-out CODE AMOUNT CURRENCY TRANSFER   note a transfer to a car park's operator
money log                        what was done, by whom and why
Whatever changes something: --by NAME --why WORDS`

const DRIVERS_USAGE = 'drivers disable|enable EMAIL --by NAME --why WORDS'

const usage = (text = USAGE): Printed => ({ lines: [text], exitCode: 2 })
const say = (amountMinor: number, currency: Currency): string => formatAmount(amountMinor, currency, 'en')

interface Doing {
  readonly deps: PaymentDeps
  readonly staff: StaffAct
}

/** Runs the action and prints its outcome. */
async function act(
  { deps, staff }: Doing,
  what: MoneyAct,
  toLine: (done: MoneyActDone) => string | Promise<string>,
): Promise<Printed> {
  const done = await runAct(deps, staff, what)
  if (!done.ok) return { lines: [done.error.words], exitCode: 1 }
  return { lines: [await toLine(done.value)], exitCode: 0 }
}

const sayTaken = ({ taken_minor: taken, taken_currency: currency }: MismatchCase): string => {
  if (taken === null || currency === null) return 'what it took is not known'
  return isCurrency(currency) ? `took ${say(taken, currency)}` : `took another currency (${currency})`
}

const sayMoney = ({ amount, currency }: MoneyActDone): string =>
  amount === null || currency === null ? '' : say(amount, currency)

async function printCases(db: Database, nowMs: number): Promise<Printed> {
  const { refunds, mismatches, disputes, debts } = await listOpenCases(db, nowMs)
  const lines = [
    ...refunds.map(
      (row) =>
        `refund ${row.state}: ${row.reference} of withdrawal ${row.withdrawal_id} at ${row.gateway}, ${say(row.amount_minor, row.currency)}, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...mismatches.map(
      (row) =>
        `mismatch: ${row.reference} at ${row.gateway}, asked for ${say(row.amount_minor, row.currency)}, ${sayTaken(row)}, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...disputes.map(
      (row) =>
        `${row.kind} ${row.state}: ${row.reference} at ${row.gateway}, ${say(row.amount_minor, row.currency)}, ${say(row.booked_minor, row.currency)} of it booked, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...debts.map((row) => `below zero: ${row.email} ${say(row.balance_minor, row.currency)}`),
  ]
  return { lines: [...lines, `${String(lines.length)} open`], exitCode: 0 }
}

async function printReport(db: Database, [from = '', until = '']: readonly string[]): Promise<Printed> {
  const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay(from) || !isDay(until) || from >= until) return usage()
  const rows = await sumCharges(db, { fromMs: Date.parse(from), untilMs: Date.parse(until) })
  return { lines: [writeChargeReport(rows).trimEnd()], exitCode: 0 }
}

async function printOwed(db: Database): Promise<Printed> {
  const rows = await listOwed(db)
  return {
    lines: rows.map(({ code, name, payable, currency }) => `${code}  ${say(payable, currency)}  ${name}`),
    exitCode: 0,
  }
}

async function printLog(db: Database): Promise<Printed> {
  const { rows } = await listMoneyActions(db, { page: 1, size: 200 })
  const lines = rows.map((row) =>
    [toRfc3339(row.created_at), row.action, row.subject, row.actor, row.reason].join('  '),
  )
  return { lines, exitCode: 0 }
}

type Reading = (db: Database, words: readonly string[]) => Promise<Printed>
const READINGS: Readonly<Record<string, Reading>> = {
  list: (db) => printCases(db, systemClock.now()),
  report: printReport,
  owed: printOwed,
  log: printLog,
}

type Changing = (doing: Doing, words: readonly string[]) => Promise<Printed> | Printed
const CHANGES: Readonly<Record<string, Changing>> = {
  refund: (doing, [reference = '', withdrawal = '', became]) => {
    if (became === 'paid')
      return act(doing, { action: 'refund.paid', reference, withdrawal }, () => 'The refund is paid.')
    if (became !== 'failed') return usage()
    return act(doing, { action: 'refund.failed', reference, withdrawal }, () => 'The money is in the wallet again.')
  },
  credit: (doing, [reference = '']) =>
    act(doing, { action: 'payment.credit', reference }, async (done) => {
      const payment = await findPayment(doing.deps.db, reference)
      return `${sayMoney(done)} credited; the payment is ${payment?.state ?? 'gone'}.`
    }),
  close: (doing, [reference = '']) =>
    act(doing, { action: 'payment.close', reference }, () => 'Closed. It is listed no more.'),
  ask: (doing, [reference = '']) =>
    act(doing, { action: 'payment.ask', reference }, async () => {
      const { state, refunded_minor: refunded, currency } = must(await findPayment(doing.deps.db, reference), 'payment')
      return `Asked. The payment is ${state}; ${say(refunded, currency)} of it was given back by withdrawals.`
    }),
  'write-off': (doing, [email = '', currency = '']) => {
    if (!isCurrency(currency)) return usage()
    return act(
      doing,
      { action: 'debt.write_off', email: email.toLowerCase(), currency },
      (done) => `${sayMoney(done)} written off.`,
    )
  },
  'pay-out': (doing, [park = '', text = '', currency = '', reference = '']) => {
    if (!isCurrency(currency) || reference.length < 3) return usage()
    const amount = parseMinor(text, currency)
    if (!amount.ok || amount.value <= 0) return { lines: [`Not an amount in ${currency}: ${text}`], exitCode: 1 }
    return act(
      doing,
      { action: 'payout.record', park, amount: amount.value, currency, reference },
      (done) => `Noted. ${sayMoney(done)} are owed now.`,
    )
  },
}

const changeOf = <T>(all: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** `words`: the arguments after `money`. */
export async function runMoney(
  deps: PaymentDeps & { readonly db: Database },
  all: readonly string[],
): Promise<Printed> {
  const [verb = '', ...rest] = all
  const reading = changeOf(READINGS, verb)
  if (reading !== undefined) return reading(deps.db, rest)
  const change = changeOf(CHANGES, verb)
  const { words, act: staff } = readStaffWords(rest, systemClock.now())
  return change === undefined || staff === undefined ? usage() : change({ deps, staff }, words)
}

/** `words`: the arguments after `drivers`. */
export async function runDrivers(deps: PaymentDeps, all: readonly string[]): Promise<Printed> {
  const { words, act: staff } = readStaffWords(all, systemClock.now())
  const [verb, email = ''] = words
  if ((verb !== 'disable' && verb !== 'enable') || email === '' || staff === undefined) return usage(DRIVERS_USAGE)
  return act(
    { deps, staff },
    { action: `driver.${verb}`, email: email.toLowerCase() },
    () => `The account ${email} is ${verb === 'disable' ? 'disabled' : 'open'}.`,
  )
}
