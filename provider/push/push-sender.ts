import webPush from 'web-push'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { PushSubscriptionRow } from '../repositories/push-subscriptions.ts'
import { codesOf } from '../rules/failed-request.ts'

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Made at the first start, and kept in the database: a subscription is bound to them, so a backup carries both. */
export async function getVapidKeys(db: Queryable): Promise<VapidKeys> {
  const stored = await getOrCreateSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
  return JSON.parse(stored) as VapidKeys
}

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** 404 or 410, or keys that are none: the subscription will never work again. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'retry'; readonly afterMs: number | null; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: number }

/** `*.` in front stands for anything below. HTTP is for a host that is named with its port, beside the sandbox. */
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

/** Seconds or a date, from a second to an hour. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), 3_600_000) : null
}

export interface Push {
  readonly subscription: Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>
  readonly payload: string
  readonly ttlSeconds: number
  /** An undelivered message of the same topic is replaced; 32 characters of base64url at most. */
  readonly topic: string
  readonly isUrgent: boolean
}

export interface Sending {
  readonly vapid: VapidKeys
  /** Whom a push service may write to: `mailto:` or `https:`. */
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
    // 65 bytes that are no point of the curve: nobody can encrypt for them.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_CRYPTO')) return undefined
    throw error
  }
}

/** One try. The library encrypts and signs; the request is ours, so that it has an end and follows no redirect. */
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
    // Not reached, not who it says it is, too slow, or the provider stops.
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
