import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { FIRST_KID, type AccessKey } from '../rules/tokens.ts'

/**
 * Ended keys are kept for a day, so that a token signed with one is reported as expired and the phone requests a new
 * one.
 */
const KEPT = `interval '1 day'`

/** Advisory lock: one rotation at a time. */
const LOCK = 4_173_003

interface Row {
  readonly kid: string
  readonly secret: string
  readonly ends_at: number | null
}

async function readKeys(db: Queryable): Promise<readonly AccessKey[]> {
  const rows = await db.query<Row>('select kid, secret, ends_at from access_keys')
  return rows.map(({ kid, secret, ends_at: endsMs }) => ({ kid, secret: db.seal.open(secret), endsMs }))
}

interface Making {
  /** A new secret, 256 random bits. */
  readonly makeSecret: () => string
  readonly nowMs: number
}

/** Lists all kept keys. The first call adopts the single secret of earlier releases, or makes one. */
export async function listAccessKeys(db: Queryable, { makeSecret, nowMs }: Making): Promise<readonly AccessKey[]> {
  const known = await readKeys(db)
  if (known.length > 0) return known
  const secret = await getOrCreateSecret(db, 'access_tokens', makeSecret)
  await db.query('insert into access_keys (kid, secret, created_at) values ($1, $2, $3) on conflict do nothing', [
    ...[FIRST_KID, db.seal.close(secret), new Date(nowMs)],
  ])
  return readKeys(db)
}

/** Adds a new signing key; the previous one stays valid until `endsMs`. */
export async function replaceAccessKey(
  tx: Queryable,
  { kid, makeSecret, nowMs, endsMs }: Making & { readonly kid: string; readonly endsMs: number },
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
  await listAccessKeys(tx, { makeSecret, nowMs })
  await tx.query(`delete from access_keys where ends_at < $1::timestamptz - ${KEPT}`, [new Date(nowMs)])
  await tx.query('update access_keys set ends_at = $1 where ends_at is null or ends_at > $1', [new Date(endsMs)])
  await tx.query('insert into access_keys (kid, secret, created_at) values ($1, $2, $3)', [
    ...[kid, tx.seal.close(makeSecret()), new Date(nowMs)],
  ])
}
