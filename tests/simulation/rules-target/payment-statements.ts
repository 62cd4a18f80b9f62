import type { PaymentRow } from '../../../provider/repositories/payments.ts'
import type { SandboxCharge } from '../../../provider/repositories/sandbox-charges.ts'
import type { StartedCharge } from '../../../provider/rules/charge.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { invariant } from '../../../src/lib/assert.ts'
import { heldBookingStatements } from './held-bookings.ts'
import { postToWallet } from './ledger.ts'
import { byText, type Memory, type StoredPayment } from './memory.ts'
import {
  countOf,
  numberOf,
  pageOf,
  rowsOf,
  type Statement,
  type Statements,
  textOf,
  timeOf,
  timeOrNull,
} from './statement.ts'

const SELECT =
  'select p.*, b.booking_code, o.order_code from payments p left join bookings b using (booking_id) left join orders o using (order_id)'

const toRow = ({ bookings }: Memory, row: StoredPayment): PaymentRow => ({
  ...row,
  booking_code: row.booking_id === null ? null : bookings.must(row.booking_id).booking_code,
  order_code: null,
})

const find = (memory: Memory, isWanted: (row: StoredPayment) => boolean): readonly PaymentRow[] =>
  memory.payments.filter(isWanted).map((row) => toRow(memory, row))

/** The index `payments_by_key`. */
const holdsKey = (row: StoredPayment, userId: unknown, key: unknown): boolean =>
  row.user_id === userId &&
  row.idempotency_key === key &&
  row.state !== 'failed' &&
  (row.state !== 'expired' || row.start !== null)

const insertPayment: Statement = (memory, values) => {
  const [reference, userId, purpose, bookingId, amount, currency, key, fingerprint, lease, now, expires, due, keep] =
    values
  const isTaken = memory.payments.all().some((row) => holdsKey(row, userId, key))
  invariant(!isTaken, 'a key has one payment')
  invariant(values[13] === null, 'no saved method is charged in a world')
  invariant(values[16] === null, 'no goods are sold in a world')
  memory.payments.insert(textOf(reference), {
    ...{ reference: textOf(reference), user_id: textOf(userId) as UserId, purpose: purpose as PaymentRow['purpose'] },
    ...{ booking_id: bookingId as PaymentRow['booking_id'], order_id: null, amount_minor: numberOf(amount) },
    ...{ currency: currency as PaymentRow['currency'], state: 'created', reason: null, outcome: null, start: null },
    ...{ gateway: null, kind: null, gateway_reference: null, refunded_minor: 0, clawed_minor: 0 },
    ...{ checks: 0, settled_at: null, back_check_at: null },
    ...{ idempotency_key: textOf(key), fingerprint: textOf(fingerprint), method_id: null },
    ...{ keep: keep as PaymentRow['keep'], lease_until: timeOf(lease), next_check_at: timeOf(due) },
    ...{ created_at: timeOf(now), expires_at: timeOf(expires) },
  })
  return []
}

function toColumn(name: string, value: unknown): unknown {
  if (value instanceof Date) return timeOf(value)
  return name === 'start' && value !== null ? (JSON.parse(textOf(value)) as StartedCharge) : value
}

/** Matches columns with their values by the placeholders' numbers. */
const changePayment: Statement = ({ payments }, values, sql) => {
  const columns = [...sql.matchAll(/(\w+) = \$(\d+)[,\s]/g)]
    .map(([, name = '', place]) => [name, values[Number(place) - 1]] as const)
    .filter(([name]) => name !== 'updated_at' && name !== 'reference')
  const reference = textOf(values[0])
  if (payments.find(reference) === undefined) return []
  payments.update(reference, Object.fromEntries(columns.map(([name, value]) => [name, toColumn(name, value)])))
  return []
}

const leasePayment: Statement = ({ payments }, [reference, now, until]) => {
  const row = payments.find(textOf(reference))
  if (row === undefined || (row.lease_until !== null && row.lease_until > timeOf(now))) return []
  payments.update(row.reference, { lease_until: timeOf(until) })
  return [{ taken: 1 }]
}

const newest = (rows: readonly PaymentRow[]): readonly PaymentRow[] =>
  rows.toSorted((a, b) => b.created_at - a.created_at || byText(a.reference, b.reference))

const listed = (memory: Memory, userId: unknown, currency: unknown): readonly PaymentRow[] =>
  find(memory, (row) => row.user_id === userId && (currency === null || row.currency === currency))

const WATCHED: ReadonlySet<string> = new Set(['sent', 'pending', 'failed', 'expired'])

const keepWebhook: Statement = ({ webhooks }, [gateway, eventId]) => {
  const event = `${textOf(gateway)} ${textOf(eventId)}`
  if (webhooks.find(event) !== undefined) return []
  webhooks.insert(event, { event })
  return [{ kept: 1 }]
}

const wakePayment: Statement = ({ payments }, [reference, gateway, now]) => {
  const row = payments.find(textOf(reference))
  if (row === undefined || row.gateway !== gateway || !WATCHED.has(row.state)) return []
  payments.update(row.reference, { next_check_at: timeOf(now) })
  return []
}

const insertCharge: Statement = ({ charges }, [reference, kind, amount, currency, returnUrl, keeps, status, now]) => {
  const name = textOf(reference)
  if (charges.find(name) !== undefined) return []
  charges.insert(name, {
    ...{ reference: name, kind: kind as SandboxCharge['kind'], amount_minor: numberOf(amount) },
    ...{ currency: textOf(currency), return_url: textOf(returnUrl), keeps: keeps === true, card: null },
    ...{ status: status as SandboxCharge['status'], refunded_minor: 0, slow_refunds: false },
    paid_at: status === 'paid' ? timeOf(now) : null,
  })
  return []
}

const settleCharge: Statement = ({ charges }, [reference, status, paidAt, card]) => {
  const row = charges.find(textOf(reference))
  if (row === undefined || row.status === 'paid') return []
  charges.update(row.reference, {
    ...{ status: status as SandboxCharge['status'], paid_at: timeOrNull(paidAt), card: card as string | null },
  })
  return []
}

const refundCharge: Statement = ({ charges }, [reference, amount]) => {
  const row = charges.find(textOf(reference))
  const refunded = (row?.refunded_minor ?? 0) + numberOf(amount)
  if (row?.status !== 'paid' || refunded > row.amount_minor) return []
  charges.update(row.reference, { refunded_minor: refunded })
  return [{ state: 'gone' }]
}

const creditTopUp: Statement = (memory, [walletId, amount, account, key, , now]) => {
  const amountMinor = numberOf(amount)
  const against = [[textOf(account), -amountMinor]] as const
  const posting = { walletId: textOf(walletId), amountMinor, against, key: textOf(key), nowMs: timeOf(now) }
  return [{ balance: postToWallet(memory, { ...posting, kind: 'top_up' }) }]
}

/** Payments, gateways' messages about them, and the records of the sandbox gateway. */
export const paymentStatements: Statements = [
  ...heldBookingStatements,
  ['insert into payments (reference, …', insertPayment],
  [`${SELECT} where p.reference = $1`, (memory, [reference]) => find(memory, (row) => row.reference === reference)],
  [
    // No simulated driver administers a company.
    `${SELECT} where p.reference = $1 and (p.user_id = $2 or exists ( select 1 from company_members m where m.company_id = p.user_id and m.user_id = $2 and m.role = 'admin' and m.removed_at is null))`,
    (memory, [reference, userId]) => find(memory, (row) => row.reference === reference && row.user_id === userId),
  ],
  [
    `${SELECT} where p.user_id = $1 and p.idempotency_key = $2 and p.state <> 'failed' and (p.state <> 'expired' or p.start is not null)`,
    (memory, [userId, key]) => find(memory, (row) => holdsKey(row, userId, key)),
  ],
  ['select 1 from payments where reference = $1 for no key update', () => []],
  ['update payments set … updated_at = $2 where reference = $1', changePayment],
  ['update payments set updated_at = $2 where reference = $1', () => []],
  [
    'update payments set lease_until = $3 where reference = $1 and (lease_until is null or lease_until <= $2) returning 1 as taken',
    leasePayment,
  ],
  [
    'select reference from payments where next_check_at <= $1 order by next_check_at limit $2',
    ({ payments }, [now, limit]) => {
      const dueAt = (row: StoredPayment): Instant | number => row.next_check_at ?? Infinity
      const due = payments.filter((row) => dueAt(row) <= timeOf(now)).toSorted((a, b) => dueAt(a) - dueAt(b))
      return due.slice(0, numberOf(limit)).map(({ reference }) => ({ reference }))
    },
  ],
  [
    `${SELECT} where p.user_id = $1 and ($2::text is null or p.currency = $2) order by p.created_at desc, p.reference limit $3 offset $4`,
    (memory, [userId, currency, limit, offset]) => pageOf(newest(listed(memory, userId, currency)), limit, offset),
  ],
  [
    'select count(*) as total from payments p where p.user_id = $1 and ($2::text is null or p.currency = $2)',
    (memory, [userId, currency]) => countOf(listed(memory, userId, currency)),
  ],
  ['insert into webhook_events …', keepWebhook],
  [
    `update payments set next_check_at = $3 where reference = $1 and gateway = $2 and state in ('sent', 'pending', 'failed', 'expired')`,
    wakePayment,
  ],
  [`select post_to_wallet($1, $2, array[$3], array[-$2::bigint], $4, 'top_up', null, $5, $6) as balance`, creditTopUp],
  ['insert into sandbox_charges …', insertCharge],
  [
    'select * from sandbox_charges where reference = $1',
    ({ charges }, [reference]) => rowsOf(charges.find(textOf(reference))),
  ],
  [
    `update sandbox_charges set status = $2, paid_at = $3, card = $4 where reference = $1 and status <> 'paid'`,
    settleCharge,
  ],
  // No refund is ordered twice here.
  ['select state from sandbox_backs where order_key = $1', () => []],
  ['with refunded as ( update sandbox_charges set refunded_minor = refunded_minor + $2 …', refundCharge],
]
