import { PlatformResponse } from './fake-fetch-types.ts'
import type { Random } from './random.ts'

/** An answer in transit: it may be delivered twice, cut short, or lost. */
export interface Parcel {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly isRedirected?: boolean
  /** The headers arrive, but the body never ends. */
  readonly isTrickling?: boolean
  /** Longer than any real answer. */
  readonly isEndless?: boolean
}

export async function toParcel(response: Response): Promise<Parcel> {
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

const FLOOD = new Uint8Array(1 << 20).fill(32)

const streamOf = (next: (sent: number) => Uint8Array | undefined): ReadableStream<Uint8Array> => {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = next(sent)
      sent += 1
      if (chunk !== undefined) controller.enqueue(chunk)
      return chunk === undefined ? new Promise(() => undefined) : undefined
    },
  })
}

const isBodiless = ({ status }: Parcel): boolean => status === 204 || status === 304

/** Returns a body that does not end normally; undefined for a normal one. */
function oddBody(parcel: Parcel): ReadableStream<Uint8Array> | undefined {
  const { text, isTrickling = false, isEndless = false } = parcel
  if (isBodiless(parcel)) return undefined
  const start = new TextEncoder().encode(text.slice(0, 20))
  if (isTrickling) return streamOf((sent) => (sent === 0 ? start : undefined))
  return isEndless ? streamOf(() => FLOOD) : undefined
}

export function toResponse(parcel: Parcel): Response {
  const { text, status, headers } = parcel
  const odd = oddBody(parcel)
  const response =
    odd === undefined
      ? new Response(isBodiless(parcel) ? null : text, { status, headers })
      : new PlatformResponse(odd, { status, headers })
  if (parcel.isRedirected === true) Object.defineProperty(response, 'redirected', { value: true })
  return response
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const problem = (status: number, code: string, headers: Record<string, string> = {}): Parcel => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  text: JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code }),
})
const page = (status: number): Parcel => ({
  status,
  headers: { 'content-type': 'text/html' },
  text: '<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>',
})

export const PORTAL = page(200)
export const REDIRECTED: Parcel = { status: 200, headers: JSON_TYPE, text: '{"data":[]}', isRedirected: true }

const RETRY_AFTER: readonly string[] = ['1', '30', '600', '999999999', '-5', 'soon', 'Sat, 21 Nov 2026 11:00:00 GMT']

/** What an overloaded provider, or a gateway in front of it, answers without doing anything. */
export function busyAnswer(random: Random): Parcel {
  const retry = { 'retry-after': random.pick(RETRY_AFTER) }
  return random.pick([
    page(502),
    problem(500, 'internal'),
    problem(503, 'unavailable', retry),
    problem(429, 'rate_limited', retry),
    problem(429, 'rate_limited'),
    problem(408, 'timeout'),
    problem(409, 'idempotency_in_progress', { 'retry-after': '1' }),
    { status: 204, headers: {}, text: '' },
  ])
}

/** Damages the answer to a handled request. `other` is the answer to another request. */
export function spoilt(parcel: Parcel, random: Random, other: Parcel | undefined): Parcel {
  const { text, headers, status } = parcel
  return random.pick<Parcel>([
    { ...parcel, text: text.slice(0, Math.floor(text.length / 2)) },
    { ...parcel, text: '{"ok":true}' },
    { ...parcel, isTrickling: true },
    { ...parcel, isRedirected: true },
    { status, headers: JSON_TYPE, text },
    { ...parcel, text: other?.text ?? 'null' },
    { ...parcel, headers: { ...headers, 'content-type': 'text/html' } },
    page(502),
    problem(500, 'internal'),
  ])
}

export const endless = (parcel: Parcel): Parcel => ({ ...parcel, isEndless: true })
