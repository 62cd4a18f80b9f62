/** The second factor of one request, once: for what it asks, under its key, in the session that asks. */
import type { FactorRequired } from '../../src/contract/second-factor.ts'
import type { Queryable } from '../db/database.ts'
import type { MailText } from '../messages/shapes.ts'
import { takeShownFactor } from '../repositories/second-factors.ts'
import type { UserRow } from '../repositories/users.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { beginFactor, checkFactor, findFactorKind, type Proof } from './second-factor.ts'

/** Whose request it is, and in which of their sessions. */
export interface FactorAsker {
  readonly user: UserRow
  readonly familyId: string
}

/** Of a request: its key, and whatever else the factor is bound to. */
interface Asked {
  readonly request: string
}

interface Kind<A extends Asked> {
  /** Equal for equal requests under one key, and for no others. */
  readonly purposeOf: (asked: A) => string
  /** The mail with the code. */
  readonly toMail: (asked: A, to: UserRow, code: string) => MailText
}

type AskedBy<A extends Asked> = FactorAsker & { readonly asked: A }

/** Begin, show and take the second factor of one kind of request. */
export const requestFactor = <A extends Asked>({ purposeOf, toMail }: Kind<A>) => ({
  begin: (deps: ProviderDeps, { user, familyId, asked }: AskedBy<A>) =>
    beginFactor(deps, { user, familyId, purpose: purposeOf(asked) }, (code) => toMail(asked, user, code)),

  show: (
    deps: ProviderDeps,
    { user, familyId, asked }: AskedBy<A>,
    { code, response }: Proof,
  ): Promise<Refusal | null> =>
    checkFactor(deps, { user, familyId, purpose: purposeOf(asked) }, { code, response, afterwards: 'kept' }),

  /** In the transaction of the request itself, as its last step: null once, where the factor was shown for exactly this. */
  async take(deps: ProviderDeps, tx: Queryable, { user, familyId, asked }: AskedBy<A>): Promise<Refusal | null> {
    if (await takeShownFactor(tx, { familyId, purpose: purposeOf(asked) }, deps.clock.now())) return null
    const second_factor = await findFactorKind({ db: tx, clock: deps.clock }, user.user_id)
    return {
      code: 'second_factor_required',
      extra: { request: asked.request, second_factor, email: user.email } satisfies FactorRequired,
    }
  },
})
