import type { Queryable } from '../db/database.ts'

/** Returns false when already authorised. Open sessions gain the right at their next request. */
export async function nameForMoney(db: Queryable, keyId: string, nowMs: number): Promise<boolean> {
  const rows = await db.query(
    'insert into money_staff (key_id, named_at) values ($1, $2) on conflict do nothing returning key_id',
    [keyId, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Returns false when the person was not authorised. */
export async function dropFromMoney(db: Queryable, keyId: string): Promise<boolean> {
  const rows = await db.query('delete from money_staff where key_id = $1 returning key_id', [keyId])
  return rows.length > 0
}

export async function listMoneyStaff(db: Queryable): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ key_id: string }>('select key_id from money_staff')
  return new Set(rows.map(({ key_id: keyId }) => keyId))
}
