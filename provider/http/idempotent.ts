import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { IdempotentCall, StoredAnswer } from '../repositories/idempotency.ts'
import type { Database, Queryable } from '../db/database.ts'
import { type Rows, rowsOf, type Store } from '../repositories/store.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'
import { findIdempotencyKey } from './request-context.ts'

/** Rolls the transaction back and still answers: a refusal has no effect and is not stored. */
class Refused extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('refused')
    this.response = response
  }
}

/** The call's identity from its header and content; undefined when the header is missing or malformed. */
export async function toIdempotentCall(c: Context<AppEnv>, scope: string): Promise<IdempotentCall | undefined> {
  const key = findIdempotencyKey(c)
  if (key === undefined) return undefined
  const url = new URL(c.req.url)
  url.searchParams.sort()
  const content = [c.req.method, url.pathname, url.searchParams.toString(), await c.req.text()]
  return { scope, key, fingerprint: createHash('sha256').update(content.join('\n')).digest('hex') }
}

export function replay(c: Context<AppEnv>, call: Pick<IdempotentCall, 'key'>, answer: StoredAnswer): Response {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'idempotency-key': call.key,
    'idempotent-replayed': 'true',
  }
  if (answer.status === 204) return c.body(null, 204, headers)
  return c.body(answer.body, answer.status as 200, headers)
}

type Keys = Pick<Rows, 'beginIdempotent' | 'storeAnswer'>

/** A transaction with the keys that it is run under. */
type Transact<Tx> = <T>(run: (tx: Tx, keys: Keys) => Promise<T>) => Promise<T>

async function runOnce<Tx>(
  c: Context<AppEnv>,
  options: { readonly call: IdempotentCall; readonly transact: Transact<Tx> },
  work: (tx: Tx) => Promise<Response>,
): Promise<Response> {
  const { call, transact } = options
  try {
    return await transact(async (tx, keys) => {
      const begun = await keys.beginIdempotent(call)
      switch (begun.state) {
        case 'replay':
          return replay(c, call, begun.answer)
        case 'reused':
          throw new Refused(problem(c, 'idempotency_key_reused'))
        case 'in_progress':
          throw new Refused(problem(c, 'idempotency_in_progress', { retryAfterSeconds: 1 }))
        case 'new': {
          const response = await work(tx)
          if (!response.ok) throw new Refused(response)
          const answer = { status: response.status, body: await response.clone().text(), nowMs: c.get('receivedMs') }
          await keys.storeAnswer(call, answer)
          response.headers.set('idempotency-key', call.key)
          return response
        }
        default:
          return unreachable(begun)
      }
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    error.response.headers.set('idempotency-key', call.key)
    return error.response
  }
}

type OnStore = { readonly store: Pick<Store, 'transaction'>; readonly scope: string }
type OnSql = { readonly db: Database; readonly scope: string }

/**
 * Runs `work` in one transaction of the store, or of plain SQL, with the request's Idempotency-Key: a success is stored beside its
 * effect and replayed to the same request for 30 days; anything but 2xx rolls everything back. A different request under the key is
 * 422, a twin in progress 409.
 */
export function idempotent(
  c: Context<AppEnv>,
  options: OnStore,
  work: (tx: Rows) => Promise<Response>,
): Promise<Response>
export function idempotent(
  c: Context<AppEnv>,
  options: OnSql,
  work: (tx: Queryable) => Promise<Response>,
): Promise<Response>
export async function idempotent(
  c: Context<AppEnv>,
  options: OnStore | OnSql,
  work: (tx: Rows & Queryable) => Promise<Response>,
): Promise<Response> {
  const call = await toIdempotentCall(c, options.scope)
  if (call === undefined) return problem(c, 'idempotency_key_required')
  if ('store' in options) {
    const transact: Transact<Rows> = (run) => options.store.transaction((tx) => run(tx, tx))
    return runOnce(c, { call, transact }, work as (tx: Rows) => Promise<Response>)
  }
  const transact: Transact<Queryable> = (run) => options.db.transaction((tx) => run(tx, rowsOf(tx)))
  return runOnce(c, { call, transact }, work as (tx: Queryable) => Promise<Response>)
}
