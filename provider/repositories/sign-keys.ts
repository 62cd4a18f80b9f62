import type { Queryable } from '../db/database.ts'
import { type EcPrivateJwk, type EcPublicJwk, makeKey } from './keys.ts'

export interface SignKeyRow {
  readonly kid: number
  readonly publicJwk: EcPublicJwk
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly withdrawnAt: number | null
}

/** Advisory lock: a single first key even if several processes start at once. */
const LOCK = 4_173_004

/** Key ids must fit into one byte. */
const LARGEST_KID = 255

/** Lists keys, newest first, including withdrawn ones. */
export async function listSignKeys(db: Queryable): Promise<readonly SignKeyRow[]> {
  const rows = await db.query<{ kid: number; public_jwk: string; created_at: number; withdrawn_at: number | null }>(
    'select kid, public_jwk, created_at, withdrawn_at from sign_keys order by kid desc',
  )
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: JSON.parse(row.public_jwk) as EcPublicJwk,
    createdAt: row.created_at,
    withdrawnAt: row.withdrawn_at,
  }))
}

/** Returns the newest valid key with its private half; undefined when all are withdrawn. */
export async function findSigningKey(
  db: Queryable,
): Promise<{ readonly kid: number; readonly privateJwk: EcPrivateJwk } | undefined> {
  const [row] = await db.query<{ kid: number; private_jwk: string }>(
    'select kid, private_jwk from sign_keys where withdrawn_at is null order by kid desc limit 1',
  )
  return row && { kid: row.kid, privateJwk: JSON.parse(db.seal.open(row.private_jwk)) as EcPrivateJwk }
}

/**
 * Adds a key that signs from then on; all others stay valid. Returns `full` when all ids are used. Call in a
 * transaction.
 */
export async function addSignKey(
  tx: Queryable,
  { onlyFirst }: { readonly onlyFirst: boolean },
): Promise<number | 'full' | undefined> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
  const [newest] = await tx.query<{ kid: number }>('select kid from sign_keys order by kid desc limit 1')
  if (onlyFirst && newest !== undefined) return undefined
  if (newest !== undefined && newest.kid >= LARGEST_KID) return 'full'
  const { privateJwk, publicJwk } = await makeKey()
  const [added] = await tx.query<{ kid: number }>(
    'insert into sign_keys (private_jwk, public_jwk) values ($1, $2) returning kid',
    [tx.seal.close(JSON.stringify(privateJwk)), JSON.stringify(publicJwk)],
  )
  return added?.kid
}

/**
 * Withdraws a key and erases its private half, so that it can never sign again. Returns false when it was not valid.
 */
export async function withdrawSignKey(db: Queryable, kid: number): Promise<boolean> {
  const rows = await db.query(
    `update sign_keys set withdrawn_at = now(), private_jwk = '' where kid = $1 and withdrawn_at is null returning kid`,
    [kid],
  )
  return rows.length > 0
}
