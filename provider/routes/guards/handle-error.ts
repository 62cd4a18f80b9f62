import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { Log } from '../../../src/lib/log.ts'
import { sqlState } from '../../db/transaction.ts'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'

/** A NUL character, which valid JSON may contain and text columns cannot store. */
const UNSTORABLE_TEXT = new Set(['22021', '22P05'])

/**
 * Whether the signed-in user's row is missing (a database restored from an older backup): the token outlived the
 * account.
 */
const isUserGone = (error: Error): boolean =>
  sqlState(error) === '23503' && 'constraint' in error && String(error.constraint).endsWith('_user_id_fkey')

/** Turns a thrown error into a problem document; its message only goes to the log. */
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
    const facts = { request: c.get('requestId'), method: c.req.method, route: routePath(c) }
    if (isDatabaseUnavailable(error)) {
      log.warn('request.database_unavailable', { ...facts, message: error.message })
      return problem(c, 'unavailable', { retryAfterSeconds: 2 })
    }
    log.error('request.failed', { ...facts, message: error.message, stack: error.stack })
    return problem(c, 'internal')
  }
}
