import { randomUUID } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { BackState, GoneBack } from '../rules/money-back.ts'

/** Finds the refund the sandbox has already made for an order; undefined when there is none. */
async function findRefund(db: Queryable, key: string): Promise<Exclude<BackState, 'open'> | undefined> {
  const [row] = await db.query<{ state: Exclude<BackState, 'open'> }>(
    'select state from sandbox_backs where order_key = $1',
    [key],
  )
  return row?.state
}

export interface SandboxRefund {
  readonly reference: string
  readonly amountMinor: number
  /** Idempotency key: the same order twice makes one refund. */
  readonly key: string
  readonly nowMs: number
}

/** Returns the refund's state, or undefined when the paid charge has less than this amount left. */
export async function refundCharge(
  db: Queryable,
  { reference, amountMinor, key, nowMs }: SandboxRefund,
): Promise<Exclude<BackState, 'open'> | undefined> {
  const known = await findRefund(db, key)
  if (known !== undefined) return known
  const [row] = await db.query<{ state: Exclude<BackState, 'open'> }>(
    `with refunded as (
       update sandbox_charges set refunded_minor = refunded_minor + $2
        where reference = $1 and status = 'paid' and refunded_minor + $2 <= amount_minor returning slow_refunds)
     insert into sandbox_backs (back_id, reference, kind, order_key, amount_minor, state, created_at)
     select $3, $1, 'refund', $4, $2, case when slow_refunds then 'pending' else 'gone' end, $5 from refunded returning state`,
    [reference, amountMinor, `back_${randomUUID()}`, key, new Date(nowMs)],
  )
  return row?.state
}

interface BackRow {
  readonly back_id: string
  readonly kind: GoneBack['kind']
  readonly order_key: string | null
  readonly amount_minor: number
  readonly state: BackState
}

export async function listBacks(db: Queryable, reference: string): Promise<readonly GoneBack[]> {
  const rows = await db.query<BackRow>(
    'select * from sandbox_backs where reference = $1 order by created_at, back_id',
    [reference],
  )
  return rows.map(({ back_id: id, kind, order_key: orderKey, amount_minor: amountMinor, state }) => ({
    ...{ id, kind, orderKey, amountMinor, state },
  }))
}

/**
 * Simulates the payer's bank or the gateway's staff taking back the rest of a paid charge. Returns false when nothing
 * is left.
 */
export async function takeBack(
  db: Queryable,
  back: { readonly reference: string; readonly kind: GoneBack['kind']; readonly nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `with before as (
       select amount_minor - refunded_minor as left_minor from sandbox_charges
        where reference = $1 and status = 'paid' and refunded_minor < amount_minor for update),
     taken as (
       update sandbox_charges set refunded_minor = amount_minor from before where reference = $1 returning left_minor)
     insert into sandbox_backs (back_id, reference, kind, amount_minor, state, created_at)
     select $2, $1, $3, left_minor, 'gone', $4 from taken returning 1 as taken`,
    [back.reference, `back_${randomUUID()}`, back.kind, new Date(back.nowMs)],
  )
  return rows.length === 1
}

/** Settles items of the kind that are in one of these states. Returned money can be refunded again. */
export async function endBacks(
  db: Queryable,
  end: {
    readonly reference: string
    readonly kind: GoneBack['kind']
    readonly from: readonly BackState[]
    readonly to: 'gone' | 'returned'
  },
): Promise<void> {
  await db.query(
    `with ended as (
       update sandbox_backs set state = $4 where reference = $1 and kind = $2 and state = any($3) and state <> $4
        returning amount_minor)
     update sandbox_charges set refunded_minor = refunded_minor
            - case when $4 = 'returned' then (select coalesce(sum(amount_minor), 0) from ended) else 0 end
      where reference = $1`,
    [end.reference, end.kind, end.from, end.to],
  )
}

/** Makes further refunds of the charge stay pending. */
export async function slowRefunds(db: Queryable, reference: string): Promise<void> {
  await db.query('update sandbox_charges set slow_refunds = true where reference = $1', [reference])
}
