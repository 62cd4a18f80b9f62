import type { GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { PaymentState } from '../../src/domain/payment.ts'
import type { Queryable } from '../db/database.ts'

/** A payment requested from a gateway, with the amount the ledger credited for it. */
export interface AuditRow {
  readonly reference: string
  readonly gateway: GatewayName
  readonly kind: PaymentKind
  readonly gateway_reference: string | null
  readonly currency: Currency
  readonly state: PaymentState
  readonly credited_minor: number
}

/** Lists payments made in the range. Very recent ones should be excluded: they may still be under way. */
export const listAudited = (
  db: Queryable,
  range: { readonly sinceMs: number; readonly untilMs: number },
): Promise<readonly AuditRow[]> =>
  db.query<AuditRow>(
    `select p.reference, p.gateway, p.kind, p.gateway_reference, p.currency, p.state,
            (select coalesce(sum(e.amount_minor), 0)::bigint from postings t join entries e using (posting_id)
              where t.key = 'top_up:' || p.reference and e.account = 'wallet') as credited_minor
       from payments p
      where p.gateway is not null and p.state <> 'created' and p.reason is distinct from 'gateway_unavailable'
        and p.created_at between $1 and $2
      order by p.created_at`,
    [new Date(range.sinceMs), new Date(range.untilMs)],
  )
