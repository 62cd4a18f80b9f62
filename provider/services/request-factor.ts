/** The second factor of a single request, used once: bound to its content, its key and its session. */
import type { FactorRequired } from '../../src/contract/second-factor.ts'
import type { Queryable } from '../db/database.ts'
import type { MailText } from '../messages/shapes.ts'
import { areFactorCodesPaused, takeShownFactor } from '../repositories/second-factors.ts'
import type { UserRow } from '../repositories/users.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { beginFactor, checkFactor, findFactorKind, type Proof } from './second-factor.ts'

/** The user who makes the request, and their session. */
export interface FactorAsker {
  readonly user: UserRow
  readonly familyId: string
}

/** A request: its key, and anything else that the factor is bound to. */
interface Asked {
  readonly request: string
}

interface Kind<A extends Asked> {
  /** Equal only for equal requests under the same key. */
  readonly purposeOf: (asked: A) => string
  /** The mail with the code. */
  readonly toMail: (asked: A, to: UserRow, code: string) => MailText
}

type AskedBy<A extends Asked> = FactorAsker & { readonly asked: A }

/** Begins, shows and takes the second factor of one kind of request. */
export const requestFactor = <A extends Asked>({ purposeOf, toMail }: Kind<A>) => ({
  begin: (deps: ProviderDeps, { user, familyId, asked }: AskedBy<A>) =>
    beginFactor(deps, { user, familyId, purpose: purposeOf(asked) }, (code) => toMail(asked, user, code)),

  show: (
    deps: ProviderDeps,
    { user, familyId, asked }: AskedBy<A>,
    { code, response }: Proof,
  ): Promise<Refusal | null> =>
    checkFactor(deps, { user, familyId, purpose: purposeOf(asked) }, { code, response, afterwards: 'kept' }),

  /**
   * Runs in the request's own transaction, as its last step. Returns null once, if the factor was shown for exactly
   * this request.
   */
  async take(deps: ProviderDeps, tx: Queryable, { user, familyId, asked }: AskedBy<A>): Promise<Refusal | null> {
    if (await takeShownFactor(tx, { familyId, purpose: purposeOf(asked) }, deps.clock.now())) return null
    const second_factor = await findFactorKind({ db: tx, clock: deps.clock }, user.user_id)
    if (second_factor === 'email' && (await areFactorCodesPaused(tx, user.user_id, deps.clock.now())))
      return { code: 'second_factor_paused' }
    return {
      code: 'second_factor_required',
      extra: { request: asked.request, second_factor, email: user.email } satisfies FactorRequired,
    }
  },
})
