import { DAY_MS, toRfc3339 } from '../../src/domain/instant.ts'
import { type Currency, isCurrency, parseMinor, toDecimal, toMoney } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { listMoneyActions, type StaffAct } from '../repositories/money-actions.ts'
import {
  type ChargeSum,
  listDebtCases,
  listDisputes,
  listMismatches,
  listOwed,
  listRefundCases,
  sumCharges,
} from '../repositories/money-cases.ts'
import { BACK_MS } from '../rules/payments-schedule.ts'
import type { Objection } from '../rules/refusal.ts'
import {
  askGateway,
  closeMismatch,
  creditMismatch,
  endRefund,
  payOut,
  switchDriver,
  writeOff,
} from '../services/money-cases.ts'
import type { PaymentDeps } from '../services/payments-start.ts'
import { toCsv } from '../services/statements.ts'
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

function print<T>(done: Result<T, Objection>, toLine: (value: T) => string): Printed {
  return done.ok ? { lines: [toLine(done.value)], exitCode: 0 } : { lines: [done.error.words], exitCode: 1 }
}

async function printCases(db: Database, nowMs: number): Promise<Printed> {
  const [refunds, mismatches, disputes, debts] = [
    await listRefundCases(db, nowMs - DAY_MS),
    await listMismatches(db),
    await listDisputes(db, nowMs - BACK_MS),
    await listDebtCases(db),
  ]
  const lines = [
    ...refunds.map(
      (row) =>
        `refund ${row.state}: ${row.reference} of withdrawal ${row.withdrawal_id} at ${row.gateway}, ${say(row.amount_minor, row.currency)}, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...mismatches.map(
      (row) =>
        `mismatch: ${row.reference} at ${row.gateway}, asked for ${say(row.amount_minor, row.currency)}, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...disputes.map(
      (row) =>
        `${row.kind} ${row.state}: ${row.reference} at ${row.gateway}, ${say(row.amount_minor, row.currency)}, ${say(row.booked_minor, row.currency)} of it booked, ${row.email}, since ${toRfc3339(row.since)}`,
    ),
    ...debts.map((row) => `below zero: ${row.email} ${say(row.balance_minor, row.currency)}`),
  ]
  return { lines: [...lines, `${String(lines.length)} open`], exitCode: 0 }
}

const REPORT_COLUMNS = ['country', 'region', 'currency', 'kind', 'count', 'paid', 'fees', 'tax']

/** Sums of the ledger: a refund counts against its charge, in the period in which it was made. */
function toReport(rows: readonly ChargeSum[]): string {
  const decimal = (minor: number, currency: Currency): string => toDecimal(toMoney(minor, currency))
  return toCsv(
    REPORT_COLUMNS,
    rows.map(({ country, region, currency, kind, count, paid, fees, tax }) => [
      ...[country ?? '', region ?? '', currency, kind, String(count)],
      ...[decimal(paid, currency), decimal(fees, currency), decimal(tax, currency)],
    ]),
  )
}

async function printReport(db: Database, [from = '', until = '']: readonly string[]): Promise<Printed> {
  const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay(from) || !isDay(until) || from >= until) return usage()
  const rows = await sumCharges(db, { fromMs: Date.parse(from), untilMs: Date.parse(until) })
  return { lines: [toReport(rows).trimEnd()], exitCode: 0 }
}

async function printOwed(db: Database): Promise<Printed> {
  const rows = await listOwed(db)
  return {
    lines: rows.map(({ code, name, payable, currency }) => `${code}  ${say(payable, currency)}  ${name}`),
    exitCode: 0,
  }
}

async function printLog(db: Database): Promise<Printed> {
  const rows = await listMoneyActions(db, 200)
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

type Changing = (deps: PaymentDeps, act: StaffAct, words: readonly string[]) => Promise<Printed> | Printed
const CHANGES: Readonly<Record<string, Changing>> = {
  refund: async (deps, act, [reference = '', withdrawalId = '', became]) => {
    if (became !== 'paid' && became !== 'failed') return usage()
    const done = await endRefund(deps, act, { reference, withdrawalId, became })
    return print(done, () => (became === 'paid' ? 'The refund is paid.' : 'The money is in the wallet again.'))
  },
  credit: async (deps, act, [reference = '']) =>
    print(
      await creditMismatch(deps, act, reference),
      (payment) => `${say(payment.amount_minor, payment.currency)} credited; the payment is ${payment.state}.`,
    ),
  close: async (deps, act, [reference = '']) =>
    print(await closeMismatch(deps, act, reference), () => 'Closed. It is listed no more.'),
  ask: async (deps, act, [reference = '']) =>
    print(
      await askGateway(deps, act, reference),
      ({ state, refunded_minor: refunded, currency }) =>
        `Asked. The payment is ${state}; ${say(refunded, currency)} of it was given back by withdrawals.`,
    ),
  'write-off': async (deps, act, [email = '', currency = '']) => {
    if (!isCurrency(currency)) return usage()
    return print(await writeOff(deps, act, { email, currency }), (minor) => `${say(minor, currency)} written off.`)
  },
  'pay-out': async (deps, act, [code = '', text = '', currency = '', reference = '']) => {
    if (!isCurrency(currency) || reference.length < 3) return usage()
    const amount = parseMinor(text, currency)
    if (!amount.ok || amount.value <= 0) return { lines: [`Not an amount in ${currency}: ${text}`], exitCode: 1 }
    const done = await payOut(deps, act, { code: code.toUpperCase(), amount: amount.value, currency, reference })
    return print(done, ({ payable }) => `Noted. ${say(payable, currency)} are owed now.`)
  },
}

const changeOf = <T>(all: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined

/** `words` begins behind `money`. */
export async function runMoney(
  deps: PaymentDeps & { readonly db: Database },
  all: readonly string[],
): Promise<Printed> {
  const [verb = '', ...rest] = all
  const reading = changeOf(READINGS, verb)
  if (reading !== undefined) return reading(deps.db, rest)
  const change = changeOf(CHANGES, verb)
  const { words, act } = readStaffWords(rest, systemClock.now())
  return change === undefined || act === undefined ? usage() : change(deps, act, words)
}

/** `words` begins behind `drivers`. */
export async function runDrivers(deps: Pick<PaymentDeps, 'db'>, all: readonly string[]): Promise<Printed> {
  const { words, act } = readStaffWords(all, systemClock.now())
  const [verb, email = ''] = words
  if ((verb !== 'disable' && verb !== 'enable') || email === '' || act === undefined) return usage(DRIVERS_USAGE)
  const done = await switchDriver(deps, act, { email: email.toLowerCase(), isDisabled: verb === 'disable' })
  return print(done, (userId) => `Account ${userId} is ${verb === 'disable' ? 'disabled' : 'open'}.`)
}
