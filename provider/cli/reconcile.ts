import { systemClock } from '../../src/lib/clock.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { type Debt, listDebts } from '../repositories/clawbacks.ts'
import { type CheckName, type Difference, forgetDifferences, reconcile } from '../repositories/ledger.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { type AuditCheck, type AuditDifference, type AuditSum, auditGateways } from '../services/payments-audit.ts'
import { DIFFERENCE_WORDS } from './difference-words.ts'

export interface Reconciliation {
  readonly lines: readonly string[]
  /** False when something differs or a gateway did not answer. */
  readonly isSound: boolean
}

/** Differences from a gateway's books have a currency; some of our own checks count things other than money. */
type Where = Partial<Pick<AuditDifference, 'gateway' | 'currency'>>

const figure = (value: number, { currency }: Where): string =>
  currency === undefined || Number.isNaN(value) ? String(value) : formatAmount(value, currency, 'en')

/** Prints the difference, then its meaning and what to do. */
export function differenceLines(difference: Difference<CheckName | AuditCheck> & Where): readonly string[] {
  const { check, subject, expected, found, gateway } = difference
  const where = gateway === undefined ? subject : `${subject} at ${gateway}`
  return [
    `${check}: ${where} expected ${figure(expected, difference)}, found ${figure(found, difference)}`,
    `  ${DIFFERENCE_WORDS[check]}`,
  ]
}

function toSumLine({ currency, payments, refunded, ...sums }: AuditSum): string {
  const say = (amountMinor: number): string => formatAmount(amountMinor, currency, 'en')
  const back = `${say(sums.withdrawnMinor)} by withdrawals, ${say(sums.reversedMinor)} reversed, ${say(sums.disputedMinor)} disputed`
  return `${currency}: ${String(payments)} payments, ${String(refunded)} of them refunded; ${say(sums.takenMinor)} taken; went back: ${back}`
}

const toDebtLine = ({ currency, wallets, owed_minor: owedMinor }: Debt): string =>
  `${currency}: ${String(wallets)} wallets below zero, ${formatAmount(owedMinor, currency, 'en')} owed`

/**
 * Checks ledger, wallets, bookings and payments in one snapshot, then compares each payment of the last 120 days with
 * its gateway's record.
 */
export async function reconcileAll(
  db: Database,
  { clock = systemClock, config = readConfig(process.env) }: Partial<Pick<ProviderDeps, 'clock' | 'config'>> = {},
): Promise<Reconciliation> {
  const own = await db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    // With the default 4 MB, PostgreSQL reads wallet entries one by one in index order.
    await tx.query(`set local work_mem = '48MB'`)
    return reconcile(tx)
  })
  if (own.length === 0) await forgetDifferences(db)
  const audit = await auditGateways({ db, clock, config })
  const count = own.length + audit.differences.length
  return {
    lines: [
      ...own.flatMap((difference) => differenceLines(difference)),
      ...audit.differences.flatMap((difference) => differenceLines(difference)),
      ...audit.unanswered.map((reference) => `no answer from the gateway: ${reference}`),
      ...audit.sums.map(toSumLine),
      ...(await listDebts(db)).map(toDebtLine),
      `${String(audit.asked)} payments asked of their gateways, ${String(audit.unanswered.length)} without an answer`,
      `${String(count)} differences`,
    ],
    isSound: count === 0 && audit.unanswered.length === 0,
  }
}
