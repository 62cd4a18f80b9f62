import type { MoneyAction } from '../../src/contract/operator-money.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface MoneyActionRow {
  readonly action_id: number
  readonly actor: string
  readonly action: MoneyAction
  readonly subject: string
  readonly reason: string
  readonly created_at: Instant
}

/** Which staff member acted, and why. */
export interface StaffAct {
  readonly actor: string
  readonly reason: string
  readonly nowMs: number
}

/** Call in the transaction of the action itself. */
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

/** Lists actions, newest first. `page` begins at 1. */
export async function listMoneyActions(
  db: Queryable,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly MoneyActionRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<MoneyActionRow>(
      'select action_id, actor, action, subject, reason, created_at from money_actions order by action_id desc limit $1 offset $2',
      [size, (page - 1) * size],
    ),
    db.query<{ total: number }>('select count(*) as total from money_actions'),
  ])
  return { rows, total: must(count, 'count').total }
}
