import { Hono } from 'hono'
import * as v from 'valibot'
import { countryCode } from '../../../src/contract/common.ts'
import {
  endReferralsBody,
  referralTermsBody,
  referralTermsList,
  referralTermsSingle,
} from '../../../src/contract/operator-plans.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listTerms } from '../../repositories/referral-reads.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { endTerms, setTerms, toTermsWire } from '../../services/referral-terms.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE } from './answer.ts'
import { TERMS_EXAMPLE } from './examples.ts'

const PATH = '/operator/referral-terms/:country'
const countryParam = v.object({ country: countryCode })

/** The rewards of both drivers when one refers the other. */
export function operatorReferralRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'referrals')
  const say = (summary: string) =>
    describeOperator(deps, { summary, answers: { 200: referralTermsSingle }, example: TERMS_EXAMPLE, idempotent: true })

  routes.get(
    '/operator/referral-terms',
    describeOperator(deps, { summary: 'What referring gives in each country', answers: { 200: referralTermsList } }),
    operator,
    async (c) => c.json({ items: (await listTerms(deps.db)).map(toTermsWire) }, 200, NO_STORE),
  )

  routes.put(
    PATH,
    say('Set what both get, for codes that are entered from now on'),
    operator,
    validate('param', countryParam),
    validate('json', referralTermsBody),
    (c) => {
      const [{ country }, body] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const set = await setTerms(tx, { country, body, nowMs })
          if (!set.ok) return err<Refusal>(set.error)
          const change = { action: 'referral_terms.set' as const, subject: country, details: body }
          return ok({ data: toTermsWire(set.value), change })
        },
      })
    },
  )

  routes.patch(
    PATH,
    say('End it: codes that are entered from now on give nothing there'),
    operator,
    validate('param', countryParam),
    validate('json', endReferralsBody),
    (c) => {
      const { country } = c.req.valid('param')
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const ended = await endTerms(tx, { country, nowMs })
          if (!ended.ok) return err<Refusal>(ended.error)
          const { terms, isChanged } = ended.value
          const change = { action: 'referral_terms.end' as const, subject: country, details: {} }
          return ok({ data: toTermsWire(terms), change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
