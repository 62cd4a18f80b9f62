import { must } from '../../src/lib/assert.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import type { BookingCode, BookingId, ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { bookingTail, passPlate, signPass } from '../../src/domain/pass.ts'
import type { SignJwk } from '../../src/domain/sign.ts'
import { signJson } from '../../src/domain/signed-data.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import type { Database } from '../db/database.ts'
import type { SignedPass } from '../repositories/booking-writes.ts'
import { addKey, type EcPublicJwk, getLiveKeys } from '../repositories/keys.ts'
import { addSignKey, listSignKeys } from '../repositories/sign-keys.ts'

/** Public half of a signing key, as published by `/pass/keys`. */
export interface PassPublicKey {
  readonly kid: number
  readonly jwk: EcPublicJwk
}

/** The contents of a pass. */
export interface PassFacts {
  readonly parkId: ParkId
  readonly bookingId: BookingId
  readonly bookingCode: BookingCode
  readonly sequence: number
  readonly startMs: Instant
  readonly endMs: Instant
  readonly vehicleTypeId: VehicleTypeId
  /** Normalised. */
  readonly plate: string
  /** True for a monthly pass with hours. */
  readonly isLimited?: boolean
}

/** Whether a pass is a monthly one with hours, which the phone at the gate must know. */
export const isLimited = (monthly: { readonly hours: readonly unknown[] } | null): boolean =>
  monthly !== null && monthly.hours.length > 0

/** Signs passes with one key, without using the database: safe while a transaction holds a connection. */
export type SignPass = (facts: PassFacts) => Promise<SignedPass>

export interface PassSigner {
  /**
   * Reads the keys when they are stale. Call it before a transaction: waiting for a second connection inside one can
   * block forever.
   */
  passSigning(): Promise<SignPass>
  /** Signs a whole answer with the same key; `json` is the text that is sent. */
  signJson(json: string): Promise<{ readonly kid: number; readonly signature: string }>
  /** All live keys, newest first. */
  publicKeys(): Promise<readonly PassPublicKey[]>
  /** All keys that ever signed a car park's sign, newest first. */
  signKeys(): Promise<readonly SignJwk[]>
}

interface LiveKey extends PassPublicKey {
  readonly isSigning: boolean
  readonly privateKey: Parameters<typeof signPass>[1]
}

/** A key rotation by the CLI reaches a running provider within this time. */
const KEYS_FRESH_MS = 60_000

interface Keys {
  readonly live: readonly LiveKey[]
  readonly signs: readonly SignJwk[]
}

async function readKeys(db: Database, nowMs: number): Promise<Keys> {
  const rows = await getLiveKeys(db, nowMs)
  const signs = (await listSignKeys(db)).map(({ kid, publicJwk, withdrawnAt }) => ({
    kid,
    jwk: publicJwk,
    withdrawn: withdrawnAt !== null,
  }))
  const live = await Promise.all(
    rows.map(async ({ kid, publicJwk, privateJwk, isSigning }) => ({
      isSigning,
      kid,
      jwk: publicJwk,
      privateKey: await crypto.subtle.importKey(
        'jwk',
        { ...privateJwk },
        { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        ['sign'],
      ),
    })),
  )
  return { live, signs }
}

const signWith =
  ({ kid, privateKey }: LiveKey): SignPass =>
  async (facts) => {
    const text = await signPass(
      {
        keyId: kid,
        parkId: facts.parkId,
        bookingTail: bookingTail(facts.bookingId),
        sequence: facts.sequence,
        start: facts.startMs,
        end: facts.endMs,
        vehicleType: facts.vehicleTypeId,
        ...passPlate(facts.plate),
        code: facts.bookingCode,
        ...(facts.isLimited === true ? { isLimited: true as const } : {}),
      },
      privateKey,
    )
    return { text, sequence: facts.sequence, kid }
  }

/** Creates a signer over the keys in the database, and the first keys if there are none. */
export async function createPassSigner(db: Database, clock: Clock = systemClock): Promise<PassSigner> {
  await db.transaction((tx) => addKey(tx, { onlyFirst: true }))
  // Created long before the first sign is printed, so that phones that never have a signal at a car park already know
  // its key.
  await db.transaction((tx) => addSignKey(tx, { onlyFirst: true }))
  let keys: Keys = { live: [], signs: [] }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Keys> | undefined
  const readOnce = async (): Promise<Keys> => {
    try {
      keys = await readKeys(db, clock.now())
      readAt = performance.now()
      return keys
    } finally {
      reading = undefined
    }
  }
  const freshKeys = async (): Promise<Keys> =>
    // Callers that arrive while the keys are being read share that read.
    performance.now() - readAt > KEYS_FRESH_MS ? (reading ??= readOnce()) : keys
  const signingKey = async (): Promise<LiveKey> =>
    must(
      (await freshKeys()).live.find(({ isSigning }) => isSigning),
      'a pass key that signs',
    )
  return {
    passSigning: async () => signWith(await signingKey()),
    async signJson(json) {
      const { kid, privateKey } = await signingKey()
      return { kid, signature: await signJson(json, privateKey) }
    },
    publicKeys: async () => (await freshKeys()).live.map(({ kid, jwk }) => ({ kid, jwk })),
    signKeys: async () => (await freshKeys()).signs,
  }
}
