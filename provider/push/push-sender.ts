import webPush from 'web-push'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { PushSubscriptionRow } from '../repositories/push-subscriptions.ts'
import { codesOf } from '../rules/failed-request.ts'

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Creates the keys at the first start and stores them in the database: subscriptions are bound to them, so a backup
 * must contain both.
 */
export async function getVapidKeys(db: Queryable): Promise<VapidKeys> {
  const stored = await getOrCreateSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
  return JSON.parse(stored) as VapidKeys
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** 404 or 410, or invalid keys: the subscription will never work again. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'retry'; readonly afterMs: number | null; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number }

/** A leading `*.` matches any subdomain. HTTP is allowed only in the sandbox, for a host listed with its port. */
export function isPushEndpoint(
  endpoint: string,
  { pushHosts, sandbox }: { readonly pushHosts: readonly string[]; readonly sandbox: boolean },
): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  const isPlain = url.protocol === 'http:' && sandbox && url.port !== ''
  if (url.protocol !== 'https:' && !isPlain) return false
  return pushHosts.some((host) =>
    host.startsWith('*.') ? url.port === '' && url.hostname.endsWith(host.slice(1)) && !isPlain : url.host === host,
  )
}

const TIMEOUT_MS = 8_000
const RETRY_STATUSES = new Set([408, 425, 429])

/** Reads seconds or a date, limited to between a second and an hour. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), 3_600_000) : null
}

export interface Push {
  readonly subscription: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>
  readonly payload: string
  readonly ttlSeconds: number
  /** Replaces an undelivered message of the same topic; at most 32 base64url characters. */
  readonly topic: string
  readonly isUrgent: boolean
}

export interface Sending {
  readonly vapid: VapidKeys
  /** The contact for push services: `mailto:` or `https:`. */
  readonly subject: string
  readonly signal: AbortSignal
  readonly nowMs: number
}

function encrypt(
  push: Push,
  { vapid, subject }: Sending,
): ReturnType<typeof webPush.generateRequestDetails> | undefined {
  const { endpoint, p256dh, auth } = push.subscription
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, push.payload, {
      vapidDetails: { subject, ...vapid },
      TTL: push.ttlSeconds,
      urgency: push.isUrgent ? 'high' : 'normal',
      topic: push.topic,
      contentEncoding: 'aes128gcm',
    })
  } catch (error) {
    // The 65 bytes are not a point on the curve, so no message can be encrypted for this subscription.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_CRYPTO')) return undefined
    throw error
  }
}

/**
 * Makes one attempt. The library encrypts and signs; the request is ours, so that it times out and follows no
 * redirects.
 */
export async function sendPush(push: Push, sending: Sending): Promise<PushOutcome> {
  const request = encrypt(push, sending)
  if (request === undefined) return { kind: 'gone' }
  const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string>
  try {
    const answer = await fetch(request.endpoint, {
      method: 'POST',
      headers,
      body: new Uint8Array(request.body ?? []),
      redirect: 'manual',
      signal: AbortSignal.any([sending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return outcomeOf(answer, sending.nowMs)
  } catch (error) {
    // Unreachable host, invalid certificate, timeout, or the provider is shutting down.
    const [reason = error instanceof Error ? error.name : 'unknown'] = codesOf(error)
    return { kind: 'retry', afterMs: null, reason }
  }
}

function outcomeOf({ ok, status, headers }: Response, nowMs: number): PushOutcome {
  if (ok) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status >= 500 || RETRY_STATUSES.has(status)) {
    const afterMs = readRetryAfter(headers.get('retry-after'), nowMs)
    return { kind: 'retry', afterMs, reason: `HTTP ${String(status)}` }
  }
  return { kind: 'refused', status }
}
