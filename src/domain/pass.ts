/**
 * Pass P1: `P1:` and the Base45 of a 32-byte payload and its 64-byte signature; 147 characters, one QR code of version
 * 6-M.
 */
import { invariant } from '../lib/assert.ts'
import { decodeBase45, encodeBase45 } from './base45.ts'
import { PASS_BYTES, PASS_VERSION, decodePayload, encodePayload, type PassPayload } from './pass-payload.ts'

export type * from './pass-payload.ts'
export { MAX_PASS_SEQUENCE, bookingTail, passPlate } from './pass-payload.ts'

/**
 * Result of checking a scanned text without a day list. `update_needed`: a newer version or an unknown key, not a
 * forgery.
 */
export type PassCheck =
  | { readonly kind: 'valid'; readonly payload: PassPayload }
  | { readonly kind: 'update_needed'; readonly reason: 'version' | 'key' }
  | { readonly kind: 'forged' }
  | { readonly kind: 'malformed' }

/** Public key in the format of `/pass/keys`. */
export interface PassJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
}

/** WebCrypto's `CryptoKey`, under a name that exists in every runtime's types. */
export type PassKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Public keys by `kid`. */
export type PassKeyring = ReadonlyMap<number, PassKey>

const PREFIX = 'P1:'
const SIGNATURE_BYTES = 64
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/**
 * `privateKey`: ECDSA P-256 with usage `sign`; its id must be the payload's `keyId`. Throws on a field out of range.
 */
export async function signPass(payload: PassPayload, privateKey: PassKey): Promise<string> {
  const bytes = encodePayload(payload)
  const signature = new Uint8Array(await crypto.subtle.sign(SIGNATURE, privateKey, bytes))
  invariant(signature.length === SIGNATURE_BYTES, 'WebCrypto signs P-256 with 64 raw bytes')
  return PREFIX + encodeBase45(Uint8Array.from([...bytes, ...signature]))
}

/**
 * Checks format, version, key and signature, in this order. The text must be unmodified: Base45 contains spaces, so it
 * is never trimmed.
 */
export async function verifyPass(text: string, keys: PassKeyring): Promise<PassCheck> {
  if (!text.startsWith(PREFIX))
    return /^P[2-9]:/.test(text) ? { kind: 'update_needed', reason: 'version' } : { kind: 'malformed' }
  const decoded = decodeBase45(text.slice(PREFIX.length))
  if (!decoded.ok || decoded.value.length !== PASS_BYTES + SIGNATURE_BYTES) return { kind: 'malformed' }
  const bytes = decoded.value.slice(0, PASS_BYTES)
  if (bytes[0] !== PASS_VERSION) return { kind: 'update_needed', reason: 'version' }
  const key = keys.get(bytes[1] ?? -1)
  if (key === undefined) return { kind: 'update_needed', reason: 'key' }
  const isSigned = await crypto.subtle.verify(SIGNATURE, key, decoded.value.slice(PASS_BYTES), bytes)
  if (!isSigned) return { kind: 'forged' }
  const payload = decodePayload(bytes)
  return payload.ok ? { kind: 'valid', payload: payload.value } : { kind: 'malformed' }
}

/** Imports the answer of `/pass/keys` as a keyring. Rejects if a key is not a P-256 point. */
export async function importPassKeys(
  keys: readonly { readonly kid: number; readonly jwk: PassJwk }[],
): Promise<PassKeyring> {
  const imported = keys.map(
    async ({ kid, jwk }) => [kid, await crypto.subtle.importKey('jwk', { ...jwk }, KEY, true, ['verify'])] as const,
  )
  return new Map(await Promise.all(imported))
}
