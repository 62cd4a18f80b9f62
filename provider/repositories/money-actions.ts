import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'

export const MONEY_ACTIONS = [
  ...(['refund.paid', 'refund.failed', 'payment.credit', 'payment.close', 'payment.ask', 'debt.write_off'] as const),
  ...(['driver.disable', 'driver.enable', 'payout.record'] as const),
] as const
export type MoneyAction = (typeof MONEY_ACTIONS)[number]

export interface MoneyActionRow {
  readonly actor: string
  readonly action: MoneyAction
  readonly subject: string
  readonly reason: string
  readonly created_at: Instant
}

/** Who of the staff did it, and why. */
export interface StaffAct {
  readonly actor: string
  readonly reason: string
  readonly nowMs: number
}

/** In the transaction of what was done. */
export async function noteMoneyAction(
  tx: Queryable,
  { actor, reason, nowMs }: StaffAct,
  what: { readonly action: MoneyAction; readonly subject: string; readonly details?: object },
): Promise<void> {
  await tx.query(
    'insert into money_actions (actor, action, subject, reason, details, created_at) values ($1, $2, $3, $4, $5, $6)',
    [actor, what.action, what.subject, reason, JSON.stringify(what.details ?? {}), new Date(nowMs)],
  )
}

/** The latest first. */
export const listMoneyActions = (db: Queryable, limit: number): Promise<readonly MoneyActionRow[]> =>
  db.query<MoneyActionRow>(
    'select actor, action, subject, reason, created_at from money_actions order by action_id desc limit $1',
    [limit],
  )
