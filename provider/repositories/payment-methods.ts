import type { GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { SavedMethod } from '../rules/charge.ts'
import type { PaymentRow } from './payments.ts'

/** A payment method saved at a gateway. `token` never leaves the provider. */
export interface PaymentMethodRow {
  readonly method_id: string
  readonly user_id: UserId
  readonly currency: Currency
  readonly gateway: GatewayName
  readonly kind: PaymentKind
  readonly token: string
  readonly brand: string | null
  readonly last4: string | null
  readonly created_at: Instant
}

/** Finds the saved method for a currency; undefined when the driver has none. */
export async function findPaymentMethod(
  db: Queryable,
  userId: UserId,
  currency: Currency,
): Promise<PaymentMethodRow | undefined> {
  const [row] = await db.query<PaymentMethodRow>(
    'select * from payment_methods where user_id = $1 and currency = $2 and removed_at is null',
    [userId, currency],
  )
  return row
}

/** Includes a method removed since, unless the gateway has deleted it. */
export async function findMethodOf(
  db: Queryable,
  payment: { readonly method_id: string | null },
): Promise<PaymentMethodRow | undefined> {
  const [row] = await db.query<PaymentMethodRow>(`select * from payment_methods where method_id = $1 and token <> ''`, [
    payment.method_id,
  ])
  return row
}

/** Takes the method out of use immediately; the gateway deletes it later. */
export async function removePaymentMethod(
  tx: Queryable,
  owner: { readonly userId: UserId; readonly currency: Currency; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `update payment_methods set removed_at = $3, forget_at = $3 where user_id = $1 and currency = $2 and removed_at is null`,
    [owner.userId, owner.currency, new Date(owner.nowMs)],
  )
}

export interface NewMethod {
  readonly payment: PaymentRow & { readonly gateway: GatewayName; readonly kind: PaymentKind }
  readonly method: SavedMethod
  readonly nowMs: number
}

/** Saves a payment's method and replaces the previous one. Does nothing when the method is the same. */
export async function keepPaymentMethod(tx: Queryable, { payment, method, nowMs }: NewMethod): Promise<void> {
  const { user_id: userId, currency, gateway, kind, reference } = payment
  const [known] = await tx.query<PaymentMethodRow>(
    'select * from payment_methods where user_id = $1 and currency = $2 and removed_at is null for update',
    [userId, currency],
  )
  if (known?.gateway === gateway && known.token === method.token) return
  await removePaymentMethod(tx, { userId, currency, nowMs })
  await tx.query(
    `insert into payment_methods (method_id, user_id, currency, gateway, kind, token, brand, last4, consent, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      ...[uuid7(nowMs), userId, currency, gateway, kind],
      ...[method.token, method.brand, method.last4, reference, new Date(nowMs)],
    ],
  )
}

export const listMethodsToForget = (db: Queryable, nowMs: number): Promise<readonly PaymentMethodRow[]> =>
  db.query<PaymentMethodRow>('select * from payment_methods where forget_at <= $1 order by forget_at limit 20', [
    new Date(nowMs),
  ])

/** `againMs`: when to retry; null when the gateway has deleted the method, which also erases the token. */
export async function noteForgotten(db: Queryable, methodId: string, againMs: number | null): Promise<void> {
  await db.query(
    `update payment_methods set forget_at = $2, token = case when $2::timestamptz is null then '' else token end where method_id = $1`,
    [methodId, againMs === null ? null : new Date(againMs)],
  )
}
