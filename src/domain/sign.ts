/**
 * The printed sign of a car park. Its QR holds `https://host/park/CA7KQ2M?s=<token>`; the token is 69 bytes in base64url:
 * `key id 1 | park 4 | signature 64`. The park's number is in it, so that a phone that has never heard of the park, and has no signal, can
 * check it too. It costs no module: with an origin of up to 36 characters the link has at most 152 bytes, what version 8-M holds, and
 * without the number only origins of up to 19 would do with version 7.
 */
import { invariant } from '../lib/assert.ts'
import { fromBase64Url, toBase64Url } from '../lib/base64url.ts'
import { parseParkCode } from './code.ts'
import { toParkId, type ParkCode, type ParkId } from './ids.ts'
import type { PassJwk, PassKey } from './pass.ts'
import { parseUrl } from '../lib/parse-url.ts'

/** Public half of a key that signs signs. Withdrawn: whatever it signed counts no more; it stays listed, so that a phone can say so. */
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
  /** Of the address that the sign leads to, as `URL.origin` gives it. */
  readonly origin: string
}

/** What the address of a landing page claims. */
export interface SignClaim {
  readonly code: ParkCode
  readonly token: string
  readonly origin: string
}

/** `update_needed`: a key or a form that this phone does not know yet, which is no forgery. */
export type SignCheck =
  | { readonly kind: 'genuine'; readonly parkId: ParkId }
  | { readonly kind: 'forged' }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'update_needed' }

/** Name of the token in the address. */
export const SIGN_PARAMETER = 's'

const TOKEN_BYTES = 69
const SIGNATURE_AT = 5
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** One line a field; none of them can hold a line break. The first line keeps the signature from meaning anything else. */
const signedBytes = ({ keyId, parkId, code, origin }: SignFacts): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(['baywise sign 1', keyId, parkId, code, origin].join('\n'))

/** `privateKey`: ECDSA P-256 with usage `sign`. Returns the link that the QR holds. */
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

/** Order: form, key, signature. `keys`: all that this phone has. */
export async function verifySign({ code, token, origin }: SignClaim, keys: readonly SignJwk[]): Promise<SignCheck> {
  // A later form of the token will begin so.
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

/** What a scanned text is before any key was asked. Nothing in it is ever opened or fetched. */
export type Scanned =
  | { readonly kind: 'sign'; readonly code: ParkCode; readonly token: string }
  /** A link of ours to a car park, or its code: it claims nothing. */
  | { readonly kind: 'park'; readonly slugOrCode: string }
  /** Ours by its address, but no sign of a car park reads like this. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'pass' }
  /** Another page of ours, such as the pairing of an attendant's phone. */
  | { readonly kind: 'other_page' }
  | { readonly kind: 'foreign'; readonly host: string }
  | { readonly kind: 'unreadable' }

/** More than a QR code holds; what is longer was not scanned. */
const LONGEST_TEXT = 4_296

/** The host as the address says it, punycode included: letters that look like others show. */
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

/** `origin`: where this app was loaded from. */
export function readScanned(text: string, origin: string): Scanned {
  if (/^P\d:/.test(text)) return { kind: 'pass' }
  if (text.length > LONGEST_TEXT) return { kind: 'unreadable' }
  const trimmed = text.trim()
  const code = parseParkCode(trimmed)
  if (code.ok) return { kind: 'park', slugOrCode: code.value }
  const url = /^https?:\/\//i.test(trimmed) ? parseUrl(trimmed) : undefined
  if (url === undefined) return { kind: 'unreadable' }
  return url.origin === origin ? readOwn(url) : { kind: 'foreign', host: hostOf(url) }
}

/** A sign this far from its car park was taken elsewhere: the largest garages are smaller. */
const NEAR_METRES = 300
/** A position in a wider circle than this says nothing. */
const SHARP_METRES = 100

/** Whether the phone is surely not at the park. Never a reason to refuse: positions lie under concrete. */
export const isElsewhere = (distanceMetres: number, accuracyMetres: number): boolean =>
  accuracyMetres <= SHARP_METRES && distanceMetres - accuracyMetres > NEAR_METRES
