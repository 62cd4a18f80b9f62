import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { unreachable } from '../../../src/lib/assert.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import type { Ended, IdempotentCall, KeyInTheWay, StoredAnswer } from '../../repositories/idempotency.ts'
import { type Rows, rowsOf } from '../../repositories/store.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { refuse } from '../refuse.ts'

const isPicture = (c: Context<AppEnv>): boolean => c.req.header('content-type')?.startsWith('image/') ?? false

/** Identifies the call by its header and content. Undefined when the header is missing or malformed. */
async function toIdempotentCall(c: Context<AppEnv>, scope: string): Promise<IdempotentCall | undefined> {
  const key = findIdempotencyKey(c)
  if (key === undefined) return undefined
  const url = new URL(c.req.url)
  url.searchParams.sort()
  const content = [c.req.method, url.pathname, url.searchParams.toString(), '']
  // Decoding as text would make different pictures equal.
  const body = isPicture(c) ? new Uint8Array(await c.req.arrayBuffer()) : await c.req.text()
  return { scope, key, fingerprint: createHash('sha256').update(content.join('\n')).update(body).digest('hex') }
}

/** Sends exactly the bytes that are stored under the key, the first time too. */
function answerWith(c: Context<AppEnv>, { status, body }: StoredAnswer, headers: Record<string, string>): Response {
  if (status === 204) return c.body(null, 204, headers)
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  return c.body(body, status as 200, { 'content-type': `${type}; charset=utf-8`, ...headers })
}

const replay = (c: Context<AppEnv>, answer: StoredAnswer): Response =>
  answerWith(c, answer, { 'idempotent-replayed': 'true' })

export function refuseKey(c: Context<AppEnv>, state: KeyInTheWay): Response {
  switch (state) {
    case 'reused':
      return problem(c, 'idempotency_key_reused')
    case 'in_progress':
      return problem(c, 'idempotency_in_progress', { retryAfterSeconds: 1 })
    case 'withdrawn':
      return problem(c, 'request_withdrawn')
    default:
      return unreachable(state)
  }
}

/** Returns the answer to a request whose key is already known. Undefined when it is unknown. */
export async function answerKnown(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'store' | 'clock'>,
  { scope, key }: Pick<IdempotentCall, 'scope' | 'key'>,
): Promise<Response | undefined> {
  const known = await deps.store.lookAtRequest({ scope, key, nowMs: deps.clock.now() })
  switch (known.state) {
    case 'unknown':
      return undefined
    case 'in_progress':
    case 'withdrawn':
      return refuseKey(c, known.state)
    case 'done':
    case 'refused': {
      const call = await toIdempotentCall(c, scope)
      return call?.fingerprint === known.fingerprint ? replay(c, known.answer) : refuseKey(c, 'reused')
    }
    default:
      return unreachable(known)
  }
}

/**
 * What a route does under a key. The part that takes effect claims the key: the transaction of `onStore` and `onSql`,
 * the single statement of a booking, the first of a payment's two transactions. `receivedMs` is when the request
 * arrived.
 */
export type Once = (call: IdempotentCall, receivedMs: number) => Promise<Ended<Response | Refusal>>

/** Statuses about the connection or session, which do not settle the request. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 425, 429])

/**
 * Whether the same request can never take effect later. After a missing second factor it can, once the factor is given.
 */
const isForGood = (c: Context<AppEnv>, { status }: Response): boolean =>
  status >= 400 && status < 500 && !PASSING.has(status) && c.get('problem') !== 'second_factor_required'

/**
 * Ends a refused request. A final refusal is stored under its key for ever: a delayed copy must not take effect after
 * the driver was told that it would not. If a twin has taken effect in the meantime, its answer is returned instead,
 * since the twin may have caused the refusal.
 */
async function answerRefused(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'store' | 'clock'>,
  { call, refusal }: { readonly call: IdempotentCall; readonly refusal: Response },
): Promise<Response> {
  if (!isForGood(c, refusal)) return (await answerKnown(c, deps, call)) ?? refusal
  const answer = { status: refusal.status, body: await refusal.clone().text() }
  const known = await deps.store.refuseRequest(call, { ...answer, nowMs: deps.clock.now() })
  return known.state === 'refused' ? refusal : ((await answerKnown(c, deps, call)) ?? refusal)
}

/**
 * Answers a writing request once: the answer is stored under the request's Idempotency-Key, a success together with its
 * effect, and replayed to the same request for 30 days. A different request under the key gets 422, a twin in progress
 * 409.
 */
export async function idempotent(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'store' | 'clock'>,
  once: Once,
): Promise<Response> {
  const call = await toIdempotentCall(c, c.get('scope'))
  if (call === undefined) return problem(c, 'idempotency_key_required')
  const ended = await once(call, c.get('receivedMs'))
  switch (ended.kind) {
    case 'done':
      return answerWith(c, ended.answer, {})
    case 'replay':
      return replay(c, ended.answer)
    case 'refused': {
      const refusal = ended.refusal instanceof Response ? ended.refusal : refuse(c, ended.refusal)
      return answerRefused(c, deps, { call, refusal })
    }
    case 'reused':
    case 'in_progress':
    case 'withdrawn':
      return (await answerKnown(c, deps, call)) ?? refuseKey(c, ended.kind)
    default:
      return unreachable(ended)
  }
}

/** Rolls the transaction back and still answers. */
class Refused extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('refused')
    this.response = response
  }
}

/** A transaction, together with access to idempotency keys. */
type Transact<Tx> = <T>(run: (tx: Tx, keys: Pick<Rows, 'beginIdempotent' | 'storeAnswer'>) => Promise<T>) => Promise<T>

function transacted<Tx>(transact: Transact<Tx>, work: (tx: Tx) => Promise<Response>): Once {
  return async (call, receivedMs) => {
    try {
      return await transact(async (tx, keys): Promise<Ended<Response>> => {
        const begun = await keys.beginIdempotent(call)
        if (begun.state === 'replay') return { kind: 'replay', answer: begun.answer }
        if (begun.state !== 'new') return { kind: begun.state }
        const response = await work(tx)
        if (!response.ok) throw new Refused(response)
        const answer = { status: response.status, body: await response.text() }
        await keys.storeAnswer(call, { ...answer, nowMs: receivedMs })
        return { kind: 'done', answer }
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { kind: 'refused', refusal: error.response }
    }
  }
}

/** Runs `work` in one transaction of the store; anything but 2xx rolls everything back. */
export const onStore = ({ store }: Pick<ProviderDeps, 'store'>, work: (tx: Rows) => Promise<Response>): Once =>
  transacted<Rows>((run) => store.transaction((tx) => run(tx, tx)), work)

/** The same in plain SQL. */
export const onSql = ({ db }: Pick<ProviderDeps, 'db'>, work: (tx: Queryable) => Promise<Response>): Once =>
  transacted<Queryable>((run) => db.transaction((tx) => run(tx, rowsOf(tx))), work)
