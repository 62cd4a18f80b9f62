import type { Queryable } from '../db/database.ts'

export interface EcPublicJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

export interface EcPrivateJwk extends EcPublicJwk {
  readonly d: string
}

export interface PassKeyRow {
  readonly kid: number
  readonly privateJwk: EcPrivateJwk
  readonly publicJwk: EcPublicJwk
}

/** Keys that verify; the first signs. */
const LIVE_KEYS = 2

/** One rotation at a time, and one first key however many processes start at once. */
const LOCK = 4_173_002

export async function getLiveKeys(db: Queryable): Promise<readonly PassKeyRow[]> {
  const rows = await db.query<{ kid: number; private_jwk: string; public_jwk: string }>(
    'select kid, private_jwk, public_jwk from pass_keys order by serial desc limit $1',
    [LIVE_KEYS],
  )
  return rows.map((row) => ({
    kid: row.kid,
    privateJwk: JSON.parse(row.private_jwk) as EcPrivateJwk,
    publicJwk: JSON.parse(row.public_jwk) as EcPublicJwk,
  }))
}

const PUBLIC = ['kty', 'crv', 'x', 'y'] as const

async function makeKey(): Promise<{ readonly privateJwk: EcPrivateJwk; readonly publicJwk: EcPublicJwk }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const exported = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const privateJwk = Object.fromEntries(
    [...PUBLIC, 'd' as const].map((name) => [name, exported[name]]),
  ) as unknown as EcPrivateJwk
  const publicJwk = Object.fromEntries(PUBLIC.map((name) => [name, exported[name]])) as unknown as EcPublicJwk
  return { privateJwk, publicJwk }
}

/** Adds a newer key, which signs from now on; the previous one goes on verifying. Returns its id. Call in a transaction. */
export async function addKey(tx: Queryable, options: { readonly onlyFirst: boolean }): Promise<number | undefined> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
  const live = await getLiveKeys(tx)
  if (options.onlyFirst && live.length > 0) return undefined
  const kid = ((live[0]?.kid ?? 0) + 1) % 256
  const { privateJwk, publicJwk } = await makeKey()
  // An id comes round again after 256 rotations; its old key is long past verifying anything.
  await tx.query('delete from pass_keys where kid = $1', [kid])
  await tx.query('insert into pass_keys (kid, private_jwk, public_jwk) values ($1, $2, $3)', [
    kid,
    JSON.stringify(privateJwk),
    JSON.stringify(publicJwk),
  ])
  return kid
}
