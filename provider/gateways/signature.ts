import { createHmac, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { type RawWebhook, WEBHOOK_TOLERANCE_MS, type WebhookError } from './gateway.ts'

export interface HmacKey {
  readonly algorithm: 'sha256' | 'sha512'
  readonly secret: string
}

export const hmacHex = ({ algorithm, secret }: HmacKey, parts: ReadonlyArray<string | Uint8Array>): string => {
  const hmac = createHmac(algorithm, secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest('hex')
}

/** Compares in constant time. */
export function isSameHex(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected, 'utf8'), Buffer.from(given.toLowerCase(), 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Parses `t=<seconds>,v1=<hex>[,v1=<hex>]`; there are several signatures while a secret is being rotated. */
function parseTimed(header: string): { readonly seconds: string; readonly signatures: readonly string[] } | undefined {
  const pairs = header.split(',').map((part) => part.trim().split('='))
  const seconds = pairs.find(([name]) => name === 't')?.[1]
  const signatures = pairs.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []))
  return seconds === undefined || !/^\d{1,12}$/.test(seconds) ? undefined : { seconds, signatures }
}

export interface TimedSignature {
  readonly header: string | null
  /** `new,old` while the secret is being rotated; either is accepted. */
  readonly secret: string
  /** Separates time and body in the signed text. */
  readonly separator: '' | '.'
}

/** Checks a signature over time and body. The time must be within five minutes of now. */
export function checkTimedSignature(
  webhook: RawWebhook,
  { header, secret, separator }: TimedSignature,
): Result<null, WebhookError> {
  const parsed = parseTimed(header ?? '')
  if (parsed === undefined) return err('bad_signature')
  const expected = secret
    .split(',')
    .filter((key) => key !== '')
    .map((key) => hmacHex({ algorithm: 'sha256', secret: key }, [parsed.seconds, separator, webhook.body]))
  const isRight = (signature: string): boolean => expected.some((right) => isSameHex(right, signature))
  if (!parsed.signatures.some(isRight)) return err('bad_signature')
  const ageMs = Math.abs(webhook.nowMs - Number(parsed.seconds) * 1000)
  return ageMs > WEBHOOK_TOLERANCE_MS ? err('too_old') : ok(null)
}

/** Parses the body as an object. Returns undefined for anything else. */
export function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Returns the text (or number as text) at a path of keys, or null when there is none. */
export function textAt(value: unknown, ...keys: readonly string[]): string | null {
  let inner = value
  for (const key of keys) inner = isRecord(inner) ? inner[key] : undefined
  return typeof inner === 'string' ? inner : typeof inner === 'number' ? String(inner) : null
}
