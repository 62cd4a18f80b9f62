import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Log } from '../../src/lib/log.ts'
import { sqlState } from '../db/transaction.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'

const LOST_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '40001',
  '40P01',
])

/** pg reports some lost connections by text alone; the texts are its own constants. */
const LOST_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when the database could not be reached or ended the session: the request may simply be sent again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return LOST_CONNECTION.has(state) || state.startsWith('08')
  return error instanceof Error && LOST_TEXT.test(error.message)
}

/** A zero character, which valid JSON may hold and no text column can. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05'])

/** A signed-in user whose row is gone (a database restored from an older backup): the token outlived the account. */
const isUserGone = (error: Error): boolean =>
  sqlState(error) === '23503' && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey')

/** A thrown error becomes a problem document; what it says stays in the log. */
export function handleError(log: Log) {
  return (error: Error, c: Context<AppEnv>): Response => {
    if (error instanceof HTTPException) {
      // Thrown by Hono's own validator: a body that is not JSON, or another content type.
      if (error.status === 400) return problem(c, 'validation_failed', { fields: [{ field: 'body', code: 'invalid' }] })
      if (error.status === 413) return problem(c, 'payload_too_large')
      if (error.status === 415) return problem(c, 'unsupported_media_type')
    }
    if (UNSTORABLE_TEXT.has(sqlState(error) ?? ''))
      return problem(c, 'validation_failed', { fields: [{ field: 'body', code: 'invalid' }] })
    if (isUserGone(error)) return problem(c, 'token_invalid')
    const facts = { request: c.get('requestId'), method: c.req.method, path: c.req.path }
    if (isDatabaseUnavailable(error)) {
      log.warn('request.database_unavailable', { ...facts, message: error.message })
      return problem(c, 'unavailable', { retryAfterSeconds: 2 })
    }
    log.error('request.failed', { ...facts, message: error.message, stack: error.stack })
    return problem(c, 'internal')
  }
}
