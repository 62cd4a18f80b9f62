import { DAY_MS } from '../../src/domain/instant.ts'
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
  /** Exactly one of the live keys signs. */
  readonly isSigning: boolean
}

/** Advisory lock: one rotation at a time, and a single first key even if several processes start at once. */
const LOCK = 4_173_002

/** Passes of finished bookings are not checked, and none is valid for longer than 227 days. */
const MAX_USE_DAYS = 366

/**
 * Lists keys that verify, newest first: future signing keys, the signing key, its predecessor, and older ones that a
 * pass still in use was signed with.
 */
export async function getLiveKeys(db: Queryable, nowMs: number): Promise<readonly PassKeyRow[]> {
  const rows = await db.query<{ kid: number; private_jwk: string; public_jwk: string; is_signing: boolean }>(
    `with keys as (
       select k.*, k.signs_from <= $1 as is_ready,
              count(*) filter (where k.signs_from <= $1) over (order by k.serial desc) as rank
         from pass_keys k
     )
     select kid, private_jwk, public_jwk, is_ready and rank = 1 as is_signing from keys k
      where rank <= 2 or (k.created_at > $2 and exists (
              select 1 from bookings b where b.pass_kid = k.kid and b.status = 'active' and b.end_time > $1))
      order by serial desc`,
    [new Date(nowMs), new Date(nowMs - MAX_USE_DAYS * DAY_MS)],
  )
  return rows.map((row) => ({
    kid: row.kid,
    privateJwk: JSON.parse(db.seal.open(row.private_jwk)) as EcPrivateJwk,
    publicJwk: JSON.parse(row.public_jwk) as EcPublicJwk,
    isSigning: row.is_signing,
  }))
}

const PUBLIC = ['kty', 'crv', 'x', 'y'] as const

export async function makeKey(): Promise<{ readonly privateJwk: EcPrivateJwk; readonly publicJwk: EcPublicJwk }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const exported = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const privateJwk = Object.fromEntries(
    [...PUBLIC, 'd' as const].map((name) => [name, exported[name]]),
  ) as unknown as EcPrivateJwk
  const publicJwk = Object.fromEntries(PUBLIC.map((name) => [name, exported[name]])) as unknown as EcPublicJwk
  return { privateJwk, publicJwk }
}

export interface NewKey {
  /** Adds a key only when there is none. */
  readonly onlyFirst: boolean
  /** When it begins to sign, in epoch milliseconds; at once when omitted or when it is the first key. */
  readonly signsFromMs?: number
}

/** Adds a newer key; the previous one still verifies. Returns its id. Call in a transaction. */
export async function addKey(tx: Queryable, { onlyFirst, signsFromMs }: NewKey): Promise<number | undefined> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
  const [newest] = await tx.query<{ kid: number }>('select kid from pass_keys order by serial desc limit 1')
  if (onlyFirst && newest !== undefined) return undefined
  const kid = ((newest?.kid ?? 0) + 1) % 256
  const { privateJwk, publicJwk } = await makeKey()
  // Ids repeat after 256 rotations; by then the old key no longer verifies anything.
  await tx.query('delete from pass_keys where kid = $1', [kid])
  await tx.query(
    `insert into pass_keys (kid, private_jwk, public_jwk, signs_from) values ($1, $2, $3, coalesce($4, '-infinity'::timestamptz))`,
    [
      kid,
      tx.seal.close(JSON.stringify(privateJwk)),
      JSON.stringify(publicJwk),
      newest === undefined || signsFromMs === undefined ? null : new Date(signsFromMs),
    ],
  )
  return kid
}
