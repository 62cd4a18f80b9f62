import type { ErrorCode } from '../../src/domain/error-codes.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Language } from '../messages/language.ts'

/** What the middleware leaves in the context for routes: `context.get('language')`. A guard declares what it leaves of the rows itself. */
export interface AppEnv {
  Variables: {
    requestId: string
    /** When the request came in, by the provider's clock, epoch milliseconds. */
    receivedMs: number
    language: Language
    /** Address of the client, `unknown` when called in process. */
    address: string
    /** Code of the refusal that is answered; undefined when it is none. */
    problem: ErrorCode | undefined
    /** Whose keys the request's Idempotency-Key is one of, `user:<id>`, `device:<id>` or `operator:<id>`; set by the guards. */
    scope: string
    /** Whose tokens the answer has: a session that was opened, or goes on. */
    openedSession: string | undefined
    userId: UserId
    /** Set by `requireUser` alone. */
    isGuest: boolean
    /** Set by `requireUser` alone. */
    sessionId: string
    /** When that session began, by a sign-in, epoch milliseconds; set by `requireUser` alone. */
    signedInMs: number
  }
}
