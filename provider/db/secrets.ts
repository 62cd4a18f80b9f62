import type { Queryable } from './database.ts'

/** Returns the named secret, created at the first call; all processes on one database get the same value. */
export async function getOrCreateSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.query('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    db.seal.close(make()),
  ])
  const [row] = await db.query<{ value: string }>('select value from secrets where name = $1', [name])
  if (row === undefined) throw new Error(`Secret ${name} is missing after it was made`)
  return db.seal.open(row.value)
}

const HOLDERS = [
  ['secrets', 'name', 'value'],
  ['pass_keys', 'kid', 'private_jwk'],
  ['sign_keys', 'kid', 'private_jwk'],
  ['access_keys', 'kid', 'secret'],
] as const

/**
 * Encrypts stored plain text, and re-encrypts values sealed with an older key. Returns how many. Throws when a value
 * cannot be decrypted.
 */
export async function sealStored(db: Queryable): Promise<number> {
  const { seal } = db
  let count = 0
  for (const [table, id, column] of HOLDERS) {
    const rows = await db.query<{ id: string | number; stored: string }>(
      `select ${id} as id, ${column} as stored from ${table} where ${column} <> ''`,
    )
    for (const { id: name, stored } of rows) {
      const text = seal.open(stored)
      if (!seal.isDue(stored)) continue
      await db.query(`update ${table} set ${column} = $2 where ${id} = $1 and ${column} = $3`, [
        name,
        seal.close(text),
        stored,
      ])
      count += 1
    }
  }
  return count
}
