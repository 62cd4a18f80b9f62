import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Language } from '../messages/language.ts'

/**
 * What the middleware stores in the context for routes: `context.get('language')`. A guard declares the database rows
 * that it stores itself.
 */
export interface AppEnv {
  Variables: {
    requestId: string
    /** When the request arrived, by the provider's clock, in epoch milliseconds. */
    receivedMs: number
    language: Language
    /** Address of the client, `unknown` when called in process. */
    address: string
    /** Error code of the answer. Undefined when the request was not refused. */
    problem: ErrorCode | undefined
    /** Owner of the request's Idempotency-Key: `user:<id>`, `device:<id>` or `operator:<id>`; set by the guards. */
    scope: string
    /** The session whose tokens the answer contains, whether opened or refreshed. */
    openedSession: string | undefined
    userId: UserId
    /** Set by `requireUser` only. */
    isGuest: boolean
    /** Set by `requireUser` only. */
    sessionId: string
    /** When that session began by a sign-in, in epoch milliseconds; set by `requireUser` only. */
    signedInMs: number
  }
}
