import { createHmac } from 'node:crypto'
import { makeBookingCode, parseParkCode } from '../../src/domain/code.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { type PairingCode, parsePairing, toPairingCode } from '../../src/domain/typed-code.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { ProviderDeps } from './deps.ts'
import { countAttempt, returnAttempt, secondsToReset } from '../repositories/attempts.ts'
import {
  type AttendantDevice,
  type DevicePark,
  findDevice,
  findParkIds,
  insertDevice,
  insertPairing,
  lockPairing,
  type PairingRow,
  closePairing,
} from '../repositories/pairing.ts'
import { networkOf } from '../rules/client-network.ts'
import { hashCode, hashSecret, makeSecret } from '../rules/tokens.ts'

export const PAIRING_LIFE_MS = 15 * MINUTE_MS
const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_NETWORK = 10

/** Distinguishes a device's token from a user's. */
const TOKEN_PREFIX = 'bwd_'

const getHashKey = (db: Queryable): Promise<string> => getOrCreateSecret(db, 'pairing_codes', makeSecret)

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'random'>

export interface Pairing {
  readonly code: PairingCode
  readonly parks: readonly DevicePark[]
  readonly expiresMs: number
}

/**
 * Creates a one-time code for a phone that may act for these parks. The error names the code that belongs to no park.
 */
export async function createPairing(
  { db, clock, random, makeSecret: makeNonce }: Deps & Pick<ProviderDeps, 'makeSecret'>,
  parkCodes: readonly string[],
): Promise<Result<Pairing, { readonly unknown: string }>> {
  const codes = parkCodes.map((text) => {
    const parsed = parseParkCode(text)
    return parsed.ok ? parsed.value : text.toUpperCase()
  })
  const found = await findParkIds(db, codes)
  const unknown = codes.find((code) => !found.has(code))
  if (unknown !== undefined) return err({ unknown })
  const code = toPairingCode(makeBookingCode(Uint8Array.from({ length: 7 }, () => Math.floor(random() * 256))))
  const wanted = { code, parks: [...found.values()], nonce: makeNonce(), nowMs: clock.now() }
  return ok(await db.transaction((tx) => keepPairing(tx, wanted)))
}

interface NewCode {
  readonly code: PairingCode
  readonly parks: readonly DevicePark[]
  readonly nonce: string
  readonly nowMs: number
}

async function keepPairing(tx: Queryable, { code, parks, nonce, nowMs }: NewCode): Promise<Pairing> {
  const codeHash = hashCode(await getHashKey(tx), code)
  const expiresMs = nowMs + PAIRING_LIFE_MS
  await insertPairing(tx, { codeHash, parkIds: parks.map(({ id }) => id), nonce, nowMs, expiresMs })
  return { code, parks, expiresMs }
}

const getCodeKey = (db: Queryable): Promise<string> => getOrCreateSecret(db, 'pairing_code_of_request', makeSecret)

/**
 * Creates the code of an operator's request. It is derived from the request, so that a repeat after a lost answer gets
 * the same code, and no answer containing a code is stored.
 */
export async function createPairingOnce(
  tx: Queryable,
  wanted: {
    readonly parks: readonly DevicePark[]
    readonly request: string
    readonly nonce: string
    readonly nowMs: number
  },
): Promise<Pairing & { readonly isNew: boolean }> {
  const { parks, request, nonce, nowMs } = wanted
  const bytes = createHmac('sha256', await getCodeKey(tx))
    .update(request)
    .digest()
    .subarray(0, 7)
  const code = toPairingCode(makeBookingCode(bytes))
  const known = await lockPairing(tx, hashCode(await getHashKey(tx), code))
  if (known !== undefined) return { code, parks, expiresMs: known.expires_at, isNew: false }
  return { ...(await keepPairing(tx, { code, parks, nonce, nowMs })), isNew: true }
}

export interface PairRequest {
  readonly text: string
  readonly deviceName: string | null
  /** A repeated key gets the same device again. */
  readonly key: string
  readonly address: string
}

export interface Paired {
  readonly device: AttendantDevice
  readonly token: string
}

export type PairRefusal =
  | { readonly code: 'code_invalid' | 'code_expired' }
  | { readonly code: 'rate_limited'; readonly retryAfterSeconds: number }

const deriveToken = (nonce: string, key: string): string =>
  TOKEN_PREFIX + createHmac('sha256', nonce).update(key).digest('base64url')

async function pairNew(
  tx: Queryable,
  request: PairRequest,
  use: { readonly row: PairingRow; readonly codeHash: string; readonly nowMs: number; readonly deviceId: string },
): Promise<Paired> {
  const { row, codeHash, nowMs, deviceId } = use
  const token = deriveToken(row.nonce, request.key)
  const { park_ids: parkIds } = row
  await insertDevice(tx, { deviceId, name: request.deviceName, tokenHash: hashSecret(token), parkIds, nowMs })
  await closePairing(tx, { codeHash, key: request.key, deviceId })
  return { device: must(await findDevice(tx, { deviceId }), 'paired device'), token }
}

async function redeemCode(
  { db, random }: Deps,
  request: PairRequest,
  nowMs: number,
): Promise<Result<Paired, 'code_invalid' | 'code_expired'>> {
  const code = parsePairing(request.text)
  if (!code.ok) return err('code_invalid')
  const codeHash = hashCode(await getHashKey(db), code.value)
  return db.transaction(async (tx) => {
    const row = await lockPairing(tx, codeHash)
    if (row === undefined) return err('code_invalid')
    if (row.used_key === null) {
      if (nowMs >= row.expires_at) return err('code_expired')
      return ok(await pairNew(tx, request, { row, codeHash, nowMs, deviceId: uuid7(nowMs, random) }))
    }
    if (row.used_key !== request.key || row.device_id === null) return err('code_invalid')
    const device = await findDevice(tx, { deviceId: row.device_id })
    return device === undefined ? err('code_invalid') : ok({ device, token: deriveToken(row.nonce, request.key) })
  })
}

/** Pairs a phone once; ten wrong codes in 15 minutes lock its network out. */
export async function pair(deps: Deps, request: PairRequest): Promise<Result<Paired, PairRefusal>> {
  const { db } = deps
  const nowMs = deps.clock.now()
  const bucket = `pair:${networkOf(request.address)}`
  const { count, resetsMs } = await countAttempt(db, { bucket, windowMs: WINDOW_MS, nowMs })
  if (count > WRONG_PER_NETWORK) {
    return err({ code: 'rate_limited', retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
  }
  const paired = await redeemCode(deps, request, nowMs)
  if (!paired.ok) return err({ code: paired.error })
  await returnAttempt(db, bucket)
  return paired
}

/**
 * Finds the device of a bearer token; undefined for a user's token, for one revoked by `revokedAfterMs`, and for any
 * other text.
 */
export const findPairedDevice = async (
  db: Queryable,
  token: string,
  revokedAfterMs?: number,
): Promise<AttendantDevice | undefined> =>
  token.startsWith(TOKEN_PREFIX) ? findDevice(db, { tokenHash: hashSecret(token) }, revokedAfterMs) : undefined
