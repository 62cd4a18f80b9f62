import { systemClock } from '../../src/lib/clock.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type Difference, reconcile } from '../repositories/ledger.ts'
import { auditGateways } from '../services/payments-audit.ts'

export interface Reconciliation {
  readonly lines: readonly string[]
  /** False when something differs, or a gateway could not be asked. */
  readonly isSound: boolean
}

const toLine = ({ check, subject, expected, found }: Difference): string =>
  `${check}: ${subject} expected ${String(expected)}, found ${String(found)}`

/** Ledger, wallets, bookings and payments in one snapshot, then each payment of the last 30 days beside its gateway's word. */
export async function reconcileAll(db: Database): Promise<Reconciliation> {
  const own = await db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    return reconcile(tx)
  })
  const config = readConfig(process.env)
  const audit = await auditGateways({ db, clock: systemClock, config })
  const differences = [...own, ...audit.differences]
  return {
    lines: [
      ...differences.map(toLine),
      ...audit.unanswered.map((reference) => `no answer from the gateway: ${reference}`),
      `${String(audit.asked)} payments asked of their gateways, ${String(audit.unanswered.length)} without an answer`,
      `${String(differences.length)} differences`,
    ],
    isSound: differences.length === 0 && audit.unanswered.length === 0,
  }
}
