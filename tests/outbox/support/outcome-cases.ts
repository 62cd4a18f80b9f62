import type { Outcome } from '../../../src/outbox/outcomes.ts'
import type { WireFailure } from '../../../src/outbox/wire-failure.ts'
import { sessionOf } from '../../db/support/session.ts'
import { USER_A } from '../../sync/support/outbox-phone.ts'
import { BOOKING_ID, bookingOf, problemOf } from '../../sync/support/small-provider.ts'

export type Lane = 'queued' | 'now'

/** How the network handles one request. */
type Answer = (request: Request, fireTimeouts: () => void) => Response | Promise<Response>

export interface Case {
  /** The row of the table of outcomes that it belongs to. */
  readonly row: string
  readonly what: string
  readonly failure: WireFailure
  readonly answer: Answer
  readonly first: Outcome
  readonly afterLost: Outcome
  /** The lanes in which it can occur; all when omitted. */
  readonly lanes?: readonly Lane[]
}

export const problemWire = (status: number, code: string): WireFailure => ({
  kind: 'problem',
  ...{ status, code, detail: '', fields: [], extra: {}, retryAfterMs: null },
})

const html = (status: number) => (): Response =>
  new Response('<html>Welcome</html>', { status, headers: { 'content-type': 'text/html' } })

const redirected = (): Response => {
  const answer = html(200)()
  Object.defineProperty(answer, 'redirected', { value: true })
  return answer
}

const isRefresh = (request: Request): boolean => request.url.endsWith('/auth/refresh')
const keyOf = (request: Request): string => request.headers.get('idempotency-key') ?? ''

/** Returns a success in the request's own shape, which agrees with the request unless `changes` differ. */
const success =
  ({ isEchoed, changes = {} }: { isEchoed: boolean; changes?: Parameters<typeof bookingOf>[1] }): Answer =>
  (request) => {
    const booking = bookingOf(BOOKING_ID, { status: request.method === 'PUT' ? 'cancelled' : 'active', ...changes })
    return Response.json({ data: booking }, isEchoed ? { headers: { 'idempotency-key': keyOf(request) } } : {})
  }

const stopped: Answer = (_, fireTimeouts) => {
  setTimeout(fireTimeouts, 0)
  return new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"data":')) }), {
    headers: { 'content-type': 'application/json' },
  })
}

const same = (outcome: Outcome) => ({ first: outcome, afterLost: outcome })

const refusals = (outcomes: Pick<Case, 'first' | 'afterLost'>, row: string, statuses: readonly number[]): Case[] =>
  statuses.map((status) => ({
    ...outcomes,
    row,
    what: `a problem with ${status}`,
    failure: problemWire(status, 'internal'),
    answer: () => problemOf(status, 'internal'),
  }))

export const CASES: readonly Case[] = [
  {
    row: 'thrown: no network, name or connection',
    what: 'a request that throws',
    failure: { kind: 'network' },
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
    ...same('again'),
  },
  {
    row: 'cut: no answer within 15 s, or a body that stops',
    what: 'an answer that never comes',
    failure: { kind: 'timeout' },
    answer: (_, fireTimeouts) => {
      setTimeout(fireTimeouts, 0)
      return new Promise(() => undefined)
    },
    ...same('again'),
  },
  {
    row: 'cut: no answer within 15 s, or a body that stops',
    what: 'a body that stops',
    failure: { kind: 'timeout' },
    answer: stopped,
    ...same('again'),
  },
  ...[200, 404, 503].map((status) => ({
    row: 'HTML, or a redirect, with any status: not our provider',
    what: `a page of HTML with ${status}`,
    failure: { kind: 'foreign' } as const,
    answer: html(status),
    ...same('again'),
  })),
  {
    row: 'HTML, or a redirect, with any status: not our provider',
    what: 'a redirect',
    failure: { kind: 'foreign' },
    answer: redirected,
    ...same('again'),
  },
  {
    row: 'an answer in another shape, or a problem that names another status',
    what: 'an answer in another shape, or a problem that names another status',
    failure: { kind: 'invalid_response' },
    answer: (request) => Response.json({ data: 7 }, { headers: { 'idempotency-key': keyOf(request) } }),
    ...same('again'),
  },
  {
    row: 'a success about something else',
    what: 'the booking as it was before',
    failure: { kind: 'mismatch' },
    answer: success({ isEchoed: true, changes: { status: 'active' } }),
    ...same('again'),
    // Only the provider knows what a new booking looks like.
    lanes: ['queued'],
  },
  {
    row: 'a success that does not echo the key',
    what: 'a success without the key',
    failure: { kind: 'unechoed' },
    answer: success({ isEchoed: false }),
    ...same('look'),
  },
  {
    row: 'no session, or one that cannot be refreshed',
    what: 'a session that the provider ends',
    failure: { kind: 'signed_out' },
    answer: () => problemOf(401, 'unauthorized'),
    ...same('signed_out'),
  },
  {
    row: '401',
    what: '401 to a token that was just refreshed',
    failure: problemWire(401, 'unauthorized'),
    answer: (request) =>
      isRefresh(request)
        ? Response.json(
            { ...sessionOf(USER_A), access_token: 'next' },
            { headers: { 'idempotency-key': keyOf(request) } },
          )
        : problemOf(401, 'unauthorized'),
    ...same('signed_out'),
  },
  {
    row: '409 idempotency_in_progress',
    what: 'a twin at work',
    failure: problemWire(409, 'idempotency_in_progress'),
    answer: () => problemOf(409, 'idempotency_in_progress', { 'retry-after': '1' }),
    ...same('again'),
  },
  {
    row: '422 idempotency_key_reused',
    what: 'a key that was used for something else',
    failure: problemWire(422, 'idempotency_key_reused'),
    answer: () => problemOf(422, 'idempotency_key_reused'),
    ...same('set_aside'),
  },
  {
    row: '403 second_factor_required',
    what: 'a second factor that is wanted first',
    failure: problemWire(403, 'second_factor_required'),
    answer: () => problemOf(403, 'second_factor_required'),
    ...same('confirm'),
  },
  {
    row: '403 account_disabled',
    what: 'a disabled account',
    failure: problemWire(403, 'account_disabled'),
    answer: () => problemOf(403, 'account_disabled'),
    first: 'refused',
    afterLost: 'again',
  },
  ...refusals(same('again'), '408', [408]),
  ...refusals(same('again'), '425', [425]),
  {
    row: '429',
    what: '429 with a time to wait',
    failure: problemWire(429, 'rate_limited'),
    answer: () => problemOf(429, 'rate_limited', { 'retry-after': '120' }),
    ...same('again'),
  },
  ...refusals(same('again'), '500 to 599', [500, 503, 599]),
  ...refusals(same('refused'), '400 to 499, any other', [400, 403, 404, 409, 422, 499]),
  ...refusals(same('again'), 'a problem with any other status', [304, 399]),
]
