import ky, { isNetworkError, type KyInstance } from 'ky'
import type * as v from 'valibot'
import { REQUEST_TIMEOUT_MS } from '../config/limits.ts'
import type { Clock } from '../lib/clock.ts'
import type { Locks } from '../lib/locks.ts'
import { err, type Result } from '../lib/result.ts'
import { type Timers, timeoutSignal } from '../lib/timers.ts'
import type { ApiError } from './api-error.ts'
import { readAnswer } from './read-answer.ts'
import { refreshSession } from './refresh-session.ts'
import type { SessionPort } from './session-port.ts'

export interface ClientPorts {
  /** Absolute address of `/api/v1`, without a trailing slash. */
  readonly baseUrl: string
  /** Injected in tests, where it calls the real provider in process. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly session: SessionPort
  readonly locks: Locks
  /** `en` or `fr`: the language of the provider's refusals. */
  readonly language: () => string
  readonly clock: Clock
  readonly timers: Timers
  readonly newId: () => string
  /**
   * Called as a request is sent. The returned function receives the provider's time, epoch milliseconds, if the answer
   * carries it.
   */
  readonly listenForDate: () => (dateMs: number) => void
}

export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base, starting with a slash; segments already encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  /** A JPEG, sent unchanged in place of `body`. */
  readonly picture?: ArrayBuffer
  /** Idempotency-Key: a write repeated with it has one effect. */
  readonly key?: string
  readonly schema: v.GenericSchema<unknown, T>
  /** Returns whether the answer matches the request; another's row would be stored under the wrong name. */
  isAnswer?(value: T): boolean
  /** `user` needs a session, and fails with `signed_out` without one. */
  readonly as: 'anyone' | 'user'
  /** With `user`: sent only while this driver is signed in, otherwise fails with `signed_out`. */
  readonly userId?: string
  /** With `anyone`: the bearer token of an attendant's phone or the console, in place of a session. */
  readonly token?: string
  readonly timeoutMs?: number
  /** Extra headers of this call only. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Client {
  send<T>(call: Call<T>): Promise<Result<T, ApiError>>
}

const queryOf = (query: Call<unknown>['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

function headersOf(call: Call<unknown>, ports: ClientPorts, accessToken: string | null): Record<string, string> {
  return {
    accept: 'application/json, application/problem+json',
    'accept-language': ports.language(),
    ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
    ...(call.picture === undefined ? {} : { 'content-type': 'image/jpeg' }),
    ...call.headers,
    ...(call.key === undefined ? {} : { 'idempotency-key': call.key }),
  }
}

interface Wire {
  readonly http: KyInstance
  readonly ports: ClientPorts
}

function noteDate(response: Response, hearDate: (dateMs: number) => void): void {
  const dateMs = Date.parse(response.headers.get('date') ?? '')
  if (Number.isFinite(dateMs)) hearDate(dateMs)
}

/** Rejects on abort. A stalled body, or a `fetch` that ignores its signal, would otherwise never settle. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No answer in time', 'AbortError')), { once: true })
  })

async function sendOnce<T>(
  { http, ports }: Wire,
  call: Call<T>,
  accessToken: string | null,
): Promise<Result<T, ApiError>> {
  // One signal for headers and body: ky's own timeout restarts for the body, so a trickling one would never end.
  const { signal, cancel } = timeoutSignal(ports.timers, call.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const ask = async (): Promise<Result<T, ApiError>> => {
    const hearDate = ports.listenForDate()
    const response = await http(call.path.slice(1), {
      method: call.method,
      searchParams: queryOf(call.query),
      headers: headersOf(call, ports, accessToken),
      signal,
      ...(call.body === undefined ? {} : { json: call.body }),
      ...(call.picture === undefined ? {} : { body: call.picture }),
    })
    const expected = { ...call, key: call.key ?? null, nowMs: ports.clock.now() }
    const answer = await readAnswer(response, expected)
    if (answer.ok || answer.error.kind === 'problem') noteDate(response, hearDate)
    return answer
  }
  try {
    return await Promise.race([ask(), untilAborted(signal)])
  } catch (error) {
    if (signal.aborted) return err({ kind: 'timeout' })
    if (isNetworkError(error) || error instanceof TypeError) return err({ kind: 'network' })
    throw error
  } finally {
    cancel()
  }
}

const isUnauthorized = (result: Result<unknown, ApiError>): boolean =>
  !result.ok && result.error.kind === 'problem' && result.error.status === 401

async function sendAsUser<T>(wire: Wire, call: Call<T>): Promise<Result<T, ApiError>> {
  const { ports } = wire
  const session = await ports.session.find()
  if (session === undefined || !session.live) return err({ kind: 'signed_out' })
  if (call.userId !== undefined && call.userId !== session.userId) return err({ kind: 'signed_out' })
  const first = await sendOnce(wire, call, session.accessToken)
  if (!isUnauthorized(first)) return first
  const refreshed = await refreshSession({ send: (inner) => sendOnce(wire, inner, null) }, ports, session)
  if (!refreshed.ok) return refreshed
  const second = await sendOnce(wire, call, refreshed.value)
  return isUnauthorized(second) ? err({ kind: 'signed_out' }) : second
}

/** Never retries: only the caller knows whether a request may be sent again. */
export function createClient(ports: ClientPorts): Client {
  const http = ky.create({
    prefix: ports.baseUrl,
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    cache: 'no-store',
    fetch: (input, init) =>
      ports.fetch(input instanceof Request && init === undefined ? input : new Request(input, init)),
  })
  const wire = { http, ports }
  return { send: (call) => (call.as === 'user' ? sendAsUser(wire, call) : sendOnce(wire, call, call.token ?? null)) }
}

/**
 * Returns a client for one driver's own commands: never sends them with the token of a driver who signed in meanwhile.
 */
export const clientAs = (client: Client, userId: string): Client => ({
  send: (call) => client.send({ ...call, userId }),
})
