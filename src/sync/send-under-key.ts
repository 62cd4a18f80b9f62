import type { ApiError } from '../api/api-error.ts'
import { MINUTE_MS } from '../domain/instant.ts'
import type { Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Outcome, outcomeOf } from '../outbox/outcomes.ts'
import type { AppContext } from './app-context.ts'

/** How long the same change counts as a retry of one whose answer was lost; later it is a new one. */
const RETRY_MS = 5 * MINUTE_MS

interface Unanswered {
  readonly key: string
  /** Epoch milliseconds of the last attempt, by the phone's clock. */
  readonly at: number
  readonly isSending: boolean
  /** Belongs to one opened form, whose repeats are retries however late. */
  readonly isOfForm: boolean
}

/** By form and what was asked for. */
const unanswered = new Map<string, Unanswered>()

function findKey(name: string, now: number): string | undefined {
  const earlier = unanswered.get(name)
  if (earlier === undefined) return undefined
  const isRecent = earlier.at <= now && now - earlier.at < RETRY_MS
  return earlier.isSending || earlier.isOfForm || isRecent ? earlier.key : undefined
}

/** The driver has gone on: repeating a change whose answer was lost before is a later act. */
function forgetLost(): void {
  for (const [name, { isSending, isOfForm }] of unanswered) if (!isSending && !isOfForm) unanswered.delete(name)
}

const SAYS_NOTHING: ReadonlySet<Outcome> = new Set<Outcome>(['again', 'look', 'signed_out', 'confirm'])

export interface KeyedChange {
  /** What is asked for, with who asks. */
  readonly about: string
  /** The opened form, for an act that adds up (a return, a payment): from another form it is another act. */
  readonly form?: string | undefined
}

/**
 * Sends a change that leaves no row on the phone. Repeats count as one change until it is answered; without a form,
 * only for some minutes and until another change is answered. Otherwise a later act would be taken for the earlier one,
 * and answered with its result.
 */
export async function sendUnderKey<T>(
  { clock, random }: AppContext,
  { about, form }: KeyedChange,
  send: (key: string) => Promise<Result<T, ApiError>>,
): Promise<Result<T, ApiError>> {
  const [name, isOfForm] = [`${form ?? ''} ${about}`, form !== undefined]
  const key = findKey(name, clock.now()) ?? uuid7(clock.now(), random)
  unanswered.set(name, { key, at: clock.now(), isSending: true, isOfForm })
  const answer = await send(key)
  if (!answer.ok && SAYS_NOTHING.has(outcomeOf(answer.error, true))) {
    unanswered.set(name, { key, at: clock.now(), isSending: false, isOfForm })
    return answer
  }
  unanswered.delete(name)
  forgetLost()
  return answer
}
