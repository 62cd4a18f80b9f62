import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import type { ProviderDeps } from './deps.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { Verified } from '../gateways/gateway.ts'
import type { Difference } from '../repositories/ledger.ts'
import { type AuditRow, listAudited } from '../repositories/payments-audit.ts'

/** So far back a gateway is asked: disputes and late settlements are older than that in no gateway's books. */
const BACK_MS = 30 * DAY_MS
const SETTLING_MS = 5 * MINUTE_MS

export interface Audit {
  readonly asked: number
  readonly differences: readonly Difference[]
  /** Payments whose gateway gave no answer, or has no key here. */
  readonly unanswered: readonly string[]
}

/** What the gateway took, in our minor units; null when it names no amount of ours. A paid amount that went back was taken too. */
function takenMinor(verified: Verified, row: AuditRow): number | null {
  if (verified.status === 'paid') return verified.currency === row.currency ? verified.amountMinor : null
  return verified.status === 'refunded' ? row.credited_minor : 0
}

/** Asks every gateway about its payments and compares with what the ledger credited. Changes nothing. */
export async function auditGateways(deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<Audit> {
  const nowMs = deps.clock.now()
  const rows = await listAudited(deps.db, { sinceMs: nowMs - BACK_MS, untilMs: nowMs - SETTLING_MS })
  const gateways = getGateways(deps)
  const differences: Difference[] = []
  const unanswered: string[] = []
  for (const row of rows) {
    const { reference, gateway_reference: gatewayReference, currency } = row
    const answer = await gateways.find(row.gateway, row.kind)?.verify({ reference, gatewayReference, currency })
    if (answer?.ok !== true) {
      unanswered.push(reference)
      continue
    }
    const found = takenMinor(answer.value, row)
    if (found === row.credited_minor) continue
    const check = `${row.gateway} took what the ledger credited (${row.state})`
    differences.push({ check, subject: reference, expected: row.credited_minor, found: found ?? Number.NaN })
  }
  return { asked: rows.length, differences, unanswered }
}
