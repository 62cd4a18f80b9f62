/**
 * What an answer means for its request: one table for every lane. `docs/outcomes.md` is generated from it, and each row
 * has a test. A lost answer changes one column only: from then on nothing but an answer about the key ends the request.
 */
import { must } from '../lib/assert.ts'
import type { WireFailure } from './wire-failure.ts'

export type Outcome =
  /** Says nothing about the key: repeat with the same key. `queued` later, `now` a few times and then unconfirmed. */
  | 'again'
  /** Nothing is sent before this driver has signed in again; everything is kept. */
  | 'signed_out'
  /** The provider ignores keys, or cannot answer for this one: check its lists. */
  | 'look'
  /**
   * Refused, unless the requested state already holds. After a lost answer only once the provider has promised never to
   * carry it out.
   */
  | 'refused'
  /** Not carried out until the driver has shown a second factor for this key. Kept; only the driver sends it again. */
  | 'confirm'
  /** Our own bug: the key was used for a different request. Set aside and reported. */
  | 'set_aside'

interface OutcomeRow {
  readonly name: string
  readonly matches: (failure: WireFailure) => boolean
  readonly first: Outcome
  /** When an earlier answer to the same request was lost. */
  readonly afterLost: Outcome
}

type Problem = Extract<WireFailure, { readonly kind: 'problem' }>

const kind =
  (...kinds: readonly WireFailure['kind'][]) =>
  (failure: WireFailure): boolean =>
    kinds.includes(failure.kind)
const problem =
  (matches: (problem: Problem) => boolean) =>
  (failure: WireFailure): boolean =>
    failure.kind === 'problem' && matches(failure)
const code = (wanted: string) => problem((failure) => failure.code === wanted)
const status = (...wanted: readonly number[]) => problem((failure) => wanted.includes(failure.status))

const row = (
  name: string,
  matches: OutcomeRow['matches'],
  { first, afterLost = first }: { readonly first: Outcome; readonly afterLost?: Outcome },
): OutcomeRow => ({ name, matches, first, afterLost })

/** The first match wins. */
export const OUTCOMES: readonly OutcomeRow[] = [
  row('thrown: no network, name or connection', kind('network'), { first: 'again' }),
  row('cut: no answer within 15 s, or a body that stops', kind('timeout'), { first: 'again' }),
  row('HTML, or a redirect, with any status: not our provider', kind('foreign'), { first: 'again' }),
  row('an answer in another shape, or a problem that names another status', kind('invalid_response'), {
    first: 'again',
  }),
  row('a success about something else', kind('mismatch'), { first: 'again' }),
  row('a success that does not echo the key', kind('unechoed'), { first: 'look' }),
  row('no session, or one that cannot be refreshed', kind('signed_out'), { first: 'signed_out' }),
  row('401', status(401), { first: 'signed_out' }),
  row('409 idempotency_in_progress', code('idempotency_in_progress'), { first: 'again' }),
  row('422 idempotency_key_reused', code('idempotency_key_reused'), { first: 'set_aside' }),
  row('403 second_factor_required', code('second_factor_required'), { first: 'confirm' }),
  row('403 account_disabled', code('account_disabled'), { first: 'refused', afterLost: 'again' }),
  row('408', status(408), { first: 'again' }),
  row('425', status(425), { first: 'again' }),
  row('429', status(429), { first: 'again' }),
  row(
    '500 to 599',
    problem((failure) => failure.status >= 500),
    { first: 'again' },
  ),
  row(
    '400 to 499, any other',
    problem((failure) => failure.status >= 400),
    { first: 'refused' },
  ),
  row('a problem with any other status', kind('problem'), { first: 'again' }),
]

/** `isLost`: a request under this key may have arrived without its answer coming back. */
export function outcomeOf(failure: WireFailure, isLost: boolean): Outcome {
  const found = must(
    OUTCOMES.find(({ matches }) => matches(failure)),
    'an outcome for every failure',
  )
  return isLost ? found.afterLost : found.first
}

/** Too many requests: applies to the connection, and says nothing about a single request. */
export const isBusy = (failure: WireFailure): boolean => failure.kind === 'problem' && failure.status === 429
