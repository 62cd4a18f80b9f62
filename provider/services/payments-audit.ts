import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { ProviderDeps } from './deps.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { Gateway, Verified } from '../gateways/gateway.ts'
import { readBackFacts } from '../repositories/clawbacks.ts'
import type { Difference } from '../repositories/ledger.ts'
import { type AuditRow, listAudited } from '../repositories/payments-audit.ts'
import { findBackDifferences, type BackDifference } from '../rules/back-differences.ts'
import { clawedMinor, findOrder, type GoneBack } from '../rules/money-back.ts'
import { BACK_MS } from '../rules/payments-schedule.ts'

const SETTLING_MS = 5 * MINUTE_MS

export type AuditCheck = BackDifference['check'] | 'gateway took what the ledger credited'
export type AuditDifference = Difference<AuditCheck> & { readonly gateway: string; readonly currency: Currency }

/** Totals of one currency, in minor units, according to the gateways. */
export interface AuditSum {
  readonly currency: Currency
  readonly payments: number
  /** The payments that were returned in full. */
  readonly refunded: number
  readonly takenMinor: number
  readonly withdrawnMinor: number
  readonly reversedMinor: number
  readonly disputedMinor: number
}

export interface Audit {
  readonly asked: number
  readonly differences: readonly AuditDifference[]
  /** Payments whose gateway did not answer, or has no key here. */
  readonly unanswered: readonly string[]
  readonly sums: readonly AuditSum[]
}

/**
 * The amount that the gateway took, in our minor units; null when it names none in our currency. A payment that was
 * returned also counts as taken.
 */
function takenMinor(verified: Verified, row: AuditRow): number | null {
  if (verified.status === 'paid') return verified.currency === row.currency ? verified.amountMinor : null
  return verified.status === 'refunded' ? row.credited_minor : 0
}

interface Answer {
  readonly taken: number | null
  /** Undefined when the gateway did not say what was returned. */
  readonly items: readonly GoneBack[] | undefined
}

/** Undefined when the gateway cannot be asked, or gave no usable answer. */
async function askAbout(gateway: Gateway | undefined, row: AuditRow): Promise<Answer | undefined> {
  const { reference, gateway_reference: gatewayReference, currency } = row
  const charge = { reference, gatewayReference, currency }
  const verified = await gateway?.verify(charge)
  if (gateway === undefined || verified?.ok !== true) return undefined
  const taken = takenMinor(verified.value, row)
  // A payment that was never credited has no returns in the books.
  if (row.credited_minor === 0) return { taken, items: [] }
  const back = await gateway.listBack(charge)
  return { taken, items: back.ok ? back.value : undefined }
}

type Sums = Map<Currency, AuditSum>

function addSum(sums: Sums, row: AuditRow, add: Partial<Omit<AuditSum, 'currency'>>): void {
  const { currency } = row
  const none = { payments: 0, refunded: 0, takenMinor: 0, withdrawnMinor: 0, reversedMinor: 0, disputedMinor: 0 }
  const sum = { currency, ...none, ...sums.get(currency) }
  sums.set(currency, {
    currency,
    payments: sum.payments + (add.payments ?? 0),
    refunded: sum.refunded + (add.refunded ?? 0),
    takenMinor: sum.takenMinor + (add.takenMinor ?? 0),
    withdrawnMinor: sum.withdrawnMinor + (add.withdrawnMinor ?? 0),
    reversedMinor: sum.reversedMinor + (add.reversedMinor ?? 0),
    disputedMinor: sum.disputedMinor + (add.disputedMinor ?? 0),
  })
}

/**
 * Asks every gateway about its payments of the last 120 days and compares the answers with the ledger. Changes nothing.
 */
export async function auditGateways(deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<Audit> {
  const nowMs = deps.clock.now()
  const rows = await listAudited(deps.db, { sinceMs: nowMs - BACK_MS, untilMs: nowMs - SETTLING_MS })
  const gateways = getGateways(deps)
  const differences: AuditDifference[] = []
  const unanswered: string[] = []
  const sums: Sums = new Map()
  for (const row of rows) {
    const { reference, gateway, currency, credited_minor: expected } = row
    const answer = await askAbout(gateways.find(gateway, row.kind), row)
    if (answer?.items === undefined) unanswered.push(reference)
    if (answer === undefined) continue
    const { taken, items = [] } = answer
    const at = { gateway, currency, subject: reference }
    if (taken !== expected)
      differences.push({ ...at, check: 'gateway took what the ledger credited', expected, found: taken ?? Number.NaN })
    if (answer.items === undefined) continue
    const facts = await readBackFacts(deps.db, reference)
    differences.push(...findBackDifferences(items, facts).map((difference) => ({ ...at, ...difference })))
    addSum(sums, row, { payments: 1, refunded: row.state === 'refunded' ? 1 : 0, takenMinor: taken ?? 0 })
    for (const item of items) {
      const isOrdered = findOrder(item, facts.refunds) !== undefined
      const kind = isOrdered ? 'withdrawnMinor' : item.kind === 'dispute' ? 'disputedMinor' : 'reversedMinor'
      addSum(sums, row, { [kind]: clawedMinor(item) })
    }
  }
  return { asked: rows.length, differences, unanswered, sums: [...sums.values()] }
}
