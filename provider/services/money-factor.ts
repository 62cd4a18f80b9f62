/** The second factor of money that goes out: for one request, by its key, its amount and its currency. */
import type { FactorRequired, MoneyFactorBody } from '../../src/contract/second-factor.ts'
import type { Queryable } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { MONEY_CODE_TEXTS } from '../messages/money-code-texts.ts'
import { takeShownFactor } from '../repositories/second-factors.ts'
import type { UserRow } from '../repositories/users.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { beginFactor, checkFactor, findFactorKind, type Proof } from './second-factor.ts'

/** Whose request it is, and in which of their sessions. */
export interface MoneyAsker {
  readonly user: UserRow
  readonly familyId: string
}

const purposeOf = ({ request, amount, currency }: MoneyFactorBody): string =>
  `withdrawal ${String(amount)} ${currency} ${request}`

export const beginMoneyFactor = (deps: ProviderDeps, { user, familyId }: MoneyAsker, asked: MoneyFactorBody) =>
  beginFactor(deps, { user, familyId, purpose: purposeOf(asked) }, (code) => {
    const { language, first_name: firstName } = user
    return MONEY_CODE_TEXTS[language]({ firstName, code, amount: formatAmount(asked.amount, asked.currency, language) })
  })

export const showMoneyFactor = (
  deps: ProviderDeps,
  { user, familyId }: MoneyAsker,
  { code, response, ...asked }: MoneyFactorBody & Proof,
): Promise<Refusal | null> =>
  checkFactor(deps, { user, familyId, purpose: purposeOf(asked) }, { code, response, afterwards: 'kept' })

/** In the transaction of the request itself, as its last step: null once, where the factor was shown for exactly this. */
export async function takeMoneyFactor(
  deps: ProviderDeps,
  tx: Queryable,
  { user, familyId, asked }: MoneyAsker & { readonly asked: MoneyFactorBody },
): Promise<Refusal | null> {
  if (await takeShownFactor(tx, { familyId, purpose: purposeOf(asked) }, deps.clock.now())) return null
  const second_factor = await findFactorKind(deps, user.user_id)
  return {
    code: 'second_factor_required',
    extra: { request: asked.request, second_factor, email: user.email } satisfies FactorRequired,
  }
}
