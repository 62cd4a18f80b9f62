import type { UserId } from '../../src/domain/ids.ts'
import type { Language } from '../messages/messages.ts'
import type { AttendantDevice } from '../repositories/pairing.ts'

/** What the middleware leaves in the context for routes: `context.get('language')`. */
export interface AppEnv {
  Variables: {
    requestId: string
    /** When the request came in, by the provider's clock, epoch milliseconds. */
    receivedMs: number
    language: Language
    /** Address of the client, `unknown` when called in process. */
    address: string
    /** Set by `requireUser` alone. */
    userId: UserId
    /** Set by `requireUser` alone; undefined with a token of an earlier release. */
    sessionId: string | undefined
    /** Set by `requireDevice` alone. */
    device: AttendantDevice
  }
}
