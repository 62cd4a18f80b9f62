import type { Queryable } from './database.ts'

/** The secret of that name, made at the first call; every process on one database gets the same. */
export async function getOrCreateSecret(db: Queryable, name: string, make: () => string): Promise<string> {
  await db.query('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing', [
    name,
    db.seal.close(make()),
  ])
  const [row] = await db.query<{ value: string }>('select value from secrets where name = $1', [name])
  if (row === undefined) throw new Error(`Secret ${name} is missing after it was made`)
  return db.seal.open(row.value)
}

/** The secret, read once; after a failure it is asked for again, since the database may be back by then. */
export function keepSecret(db: Queryable, name: string, make: () => string): () => Promise<string> {
  let secret: Promise<string> | undefined
  return () => {
    secret ??= getOrCreateSecret(db, name, make).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }
}
