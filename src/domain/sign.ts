/**
 * The printed sign of a car park. Its QR code holds `https://host/park/CA7KQ2M?s=<token>`; the token is 69 bytes in
 * base64url: `key id 1 | park 4 | signature 64`. It contains the park's number, so that a phone without signal that has
 * no data on the park can check it too. This does not enlarge the code: with an origin of up to 36 characters the link
 * has at most 152 bytes, the capacity of version 8-M; without the number, version 7 would suffice only for origins of
 * up to 19 characters.
 */
import { invariant } from '../lib/assert.ts'
import { fromBase64Url, toBase64Url } from '../lib/base64url.ts'
import { parseParkCode } from './code.ts'
import { toParkId, type ParkCode, type ParkId } from './ids.ts'
import type { PassJwk, PassKey } from './pass.ts'
import { parseUrl } from '../lib/parse-url.ts'

/**
 * Public key for signs. A withdrawn key invalidates all its signs; it stays listed, so that a phone can tell the user.
 */
export interface SignJwk {
  readonly kid: number
  readonly jwk: PassJwk
  readonly withdrawn: boolean
}

export interface SignFacts {
  /** 1 to 255. */
  readonly keyId: number
  readonly parkId: ParkId
  readonly code: ParkCode
  /** Origin of the sign's URL, as in `URL.origin`. */
  readonly origin: string
}

/** Claims made by the URL of a landing page. */
export interface SignClaim {
  readonly code: ParkCode
  readonly token: string
  readonly origin: string
}

/** `update_needed`: an unknown key or a newer format, not a forgery. */
export type SignCheck =
  | { readonly kind: 'genuine'; readonly parkId: ParkId }
  | { readonly kind: 'forged' }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'update_needed' }

/** URL parameter of the token. */
export const SIGN_PARAMETER = 's'

const TOKEN_BYTES = 69
const SIGNATURE_AT = 5
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const

/**
 * One field per line; no field can contain a line break. The first line prevents using the signature in another
 * context.
 */
const signedBytes = ({ keyId, parkId, code, origin }: SignFacts): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(['baywise sign 1', keyId, parkId, code, origin].join('\n'))

/** Returns the link for the QR code. `privateKey`: ECDSA P-256 with usage `sign`. */
export async function signLink(facts: SignFacts, privateKey: PassKey): Promise<string> {
  invariant(facts.keyId >= 1 && facts.keyId <= 255, 'the id of a sign key is 1 to 255')
  const bytes = new Uint8Array(TOKEN_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, facts.keyId)
  view.setUint32(1, facts.parkId)
  const signature = new Uint8Array(await crypto.subtle.sign(SIGNATURE, privateKey, signedBytes(facts)))
  invariant(signature.length === TOKEN_BYTES - SIGNATURE_AT, 'WebCrypto signs P-256 with 64 raw bytes')
  bytes.set(signature, SIGNATURE_AT)
  return `${facts.origin}/park/${facts.code}?${SIGN_PARAMETER}=${toBase64Url(bytes)}`
}

/** Checks format, key and signature, in this order. `keys`: all keys that this phone has. */
export async function verifySign({ code, token, origin }: SignClaim, keys: readonly SignJwk[]): Promise<SignCheck> {
  // Future formats of the token begin with their version.
  if (/^[2-9]\./.test(token)) return { kind: 'update_needed' }
  const bytes = fromBase64Url(token)
  if (bytes === undefined || bytes.length !== TOKEN_BYTES) return { kind: 'forged' }
  const view = new DataView(bytes.buffer)
  const [keyId, parkId] = [view.getUint8(0), toParkId(view.getUint32(1))]
  const key = keys.find(({ kid }) => kid === keyId)
  if (key === undefined) return { kind: 'update_needed' }
  if (key.withdrawn) return { kind: 'withdrawn' }
  const publicKey = await crypto.subtle.importKey('jwk', { ...key.jwk }, KEY, true, ['verify'])
  const signed = signedBytes({ keyId, parkId, code, origin })
  const isSigned = await crypto.subtle.verify(SIGNATURE, publicKey, bytes.slice(SIGNATURE_AT), signed)
  return isSigned ? { kind: 'genuine', parkId } : { kind: 'forged' }
}

/** Kind of a scanned text, before any signature check. Nothing in the text is opened or fetched. */
export type Scanned =
  | { readonly kind: 'sign'; readonly code: ParkCode; readonly token: string }
  /** Our link to a car park, or its code, without a signature. */
  | { readonly kind: 'park'; readonly slugOrCode: string }
  /** Our origin, but not a valid sign of a car park. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'pass' }
  /** Another page of the app, such as the pairing of an attendant's phone. */
  | { readonly kind: 'other_page' }
  | { readonly kind: 'foreign'; readonly host: string }
  | { readonly kind: 'unreadable' }

/** Capacity of a QR code; longer text was not scanned. */
const MAX_TEXT_LENGTH = 4_296

/** Returns the host as in the URL, including punycode, so that look-alike letters are visible. */
const hostOf = (url: URL): string => (url.protocol === 'https:' ? url.host : url.origin)

function readOwn(url: URL): Scanned {
  const last = /^\/park\/([^/]+)\/?$/i.exec(url.pathname)?.[1]
  if (last === undefined) return { kind: 'other_page' }
  const token = url.searchParams.get(SIGN_PARAMETER)
  const code = parseParkCode(last)
  if (token !== null) return code.ok ? { kind: 'sign', code: code.value, token } : { kind: 'broken' }
  if (code.ok) return { kind: 'park', slugOrCode: code.value }
  return /^[a-z0-9]+(-[a-z0-9]+)+$/.test(last) ? { kind: 'park', slugOrCode: last } : { kind: 'broken' }
}

/** `origin`: the origin of this app. */
export function readScanned(text: string, origin: string): Scanned {
  if (/^P\d:/.test(text)) return { kind: 'pass' }
  if (text.length > MAX_TEXT_LENGTH) return { kind: 'unreadable' }
  const trimmed = text.trim()
  const code = parseParkCode(trimmed)
  if (code.ok) return { kind: 'park', slugOrCode: code.value }
  const url = /^https?:\/\//i.test(trimmed) ? parseUrl(trimmed) : undefined
  if (url === undefined) return { kind: 'unreadable' }
  return url.origin === origin ? readOwn(url) : { kind: 'foreign', host: hostOf(url) }
}

/** A sign farther than this from its car park was moved: even the largest garages are smaller. */
const NEAR_METRES = 300
/** A less accurate position is ignored. */
const SHARP_METRES = 100

/**
 * Whether the phone is certainly away from the park. Never a reason to refuse, since positions are unreliable under
 * concrete.
 */
export const isElsewhere = (distanceMetres: number, accuracyMetres: number): boolean =>
  accuracyMetres <= SHARP_METRES && distanceMetres - accuracyMetres > NEAR_METRES
