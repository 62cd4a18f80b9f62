import { type UserId, toUserId } from '../../src/domain/ids.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import {
  type GuestStart,
  insertGuest,
  insertGuestStart,
  isUnusedToken,
  lockGuestStart,
  type NewGuest,
} from '../repositories/guests.ts'
import { startFamily } from '../repositories/sessions.ts'
import { findUser, type UserRow } from '../repositories/users.ts'
import { networkOf } from '../rules/client-network.ts'
import type { Device } from '../rules/device.ts'
import { deriveSuccessor, hashSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'

/** Customers of a carrier share addresses, and a guest costs only a row and, for 15 minutes, up to three spaces. */
const GUESTS_PER_NETWORK = 60
const WINDOW_MS = 15 * MINUTE_MS

interface GuestRequest {
  readonly guest: Omit<NewGuest, 'userId'>
  /** The Idempotency-Key: as secret as the token it yields, and exchangeable for that token until the token is used. */
  readonly key: string
  readonly device: Device
  readonly address: string
}

interface StartedGuest {
  readonly user: UserRow
  readonly familyId: string
  readonly refreshToken: string
}

type GuestRefusal = 'idempotency_key_reused' | { readonly waitSeconds: number }

const fingerprintOf = (guest: GuestRequest['guest']): string => hashSecret(JSON.stringify(guest))

/** A guest's first refresh token, recomputed from a stored nonce and the key that only the phone has. */
const tokenOf = ({ nonce }: Pick<GuestStart, 'nonce'>, key: string): string => deriveSuccessor(nonce, 'guest', key)

/** Answers a repeated request whose answer was lost with the same session, unless its token has been used. */
async function repeat(tx: Queryable, start: GuestStart, request: GuestRequest): Promise<StartedGuest | GuestRefusal> {
  const refreshToken = tokenOf(start, request.key)
  const isSame =
    start.fingerprint === fingerprintOf(request.guest) && (await isUnusedToken(tx, hashSecret(refreshToken)))
  const user = isSame ? await findUser(tx, start.userId) : undefined
  return user?.guest === 'open' ? { user, familyId: start.familyId, refreshToken } : 'idempotency_key_reused'
}

async function begin(
  tx: Queryable,
  keyHash: string,
  { request, userId, nonce, nowMs }: Beginning,
): Promise<StartedGuest> {
  const { guest, key, device } = request
  const user = await insertGuest(tx, { ...guest, userId }, nowMs)
  const { familyId, token } = await startFamily(tx, userId, { nowMs, device, token: tokenOf({ nonce }, key) })
  await insertGuestStart(tx, { keyHash, fingerprint: fingerprintOf(guest), userId, familyId, nonce }, nowMs)
  return { user, familyId, refreshToken: token }
}

interface Beginning {
  readonly request: GuestRequest
  readonly userId: UserId
  readonly nonce: string
  readonly nowMs: number
}

/** Creates a guest with a session, once per key. Does not check whether the address has an account. */
export async function startGuest(deps: ProviderDeps, request: GuestRequest): Promise<StartedGuest | GuestRefusal> {
  const nowMs = deps.clock.now()
  const bucket = `guest:${networkOf(request.address)}`
  const { count, resetsMs } = await countAttempt(deps.db, { bucket, windowMs: WINDOW_MS, nowMs })
  const keyHash = hashSecret(request.key)
  return deps.db.transaction(async (tx) => {
    const known = await lockGuestStart(tx, keyHash)
    if (known !== undefined) return repeat(tx, known, request)
    if (count > GUESTS_PER_NETWORK) return { waitSeconds: secondsToReset({ resetsMs }, nowMs) }
    const userId = toUserId(uuid7(nowMs, deps.random))
    return begin(tx, keyHash, { request, userId, nonce: deps.makeSecret(), nowMs })
  })
}
