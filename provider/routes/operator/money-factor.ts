import { Hono } from 'hono'
import type { Context } from 'hono'
import { actFactorBody, actProofBody } from '../../../src/contract/operator-money.ts'
import { moneyProofSingle, secondFactorSingle } from '../../../src/contract/second-factor.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { findSessionOwner } from '../../repositories/console-sessions.ts'
import { findUser } from '../../repositories/users.ts'
import { actFactor } from '../../services/act-factor.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { readConsoleSession } from '../../services/operators.ts'
import type { FactorAsker } from '../../services/request-factor.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { readBearer } from '../guards/require-user.ts'
import { refuse } from '../refuse.ts'
import { describeOperator, NO_STORE } from './answer.ts'

/** The person behind the console's session. Undefined once it has ended. */
export async function findAsker(c: Context<AppEnv>, deps: ProviderDeps): Promise<FactorAsker | undefined> {
  const owner = await findSessionOwner(deps.db, readConsoleSession(readBearer(c) ?? '') ?? '')
  const user = owner && (await findUser(deps.db, owner.user_id))
  return user && { user, familyId: owner.family_id }
}

/** POST /console/money/second-factor, …/confirm: for one act, which is then sent again under its key. */
export function actFactorRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const money = requireOperator(deps, 'money')

  routes.post(
    '/console/money/second-factor',
    describeOperator(deps, {
      summary:
        'Begin the second factor of one act about money: a challenge for passkeys older than a day, or a code by email',
      answers: { 200: secondFactorSingle },
    }),
    money,
    validate('json', actFactorBody),
    async (c) => {
      const asker = await findAsker(c, deps)
      if (asker === undefined) return problem(c, 'token_invalid')
      const begun = await actFactor.begin(deps, { ...asker, asked: c.req.valid('json') })
      if (!begun.ok) return refuse(c, begun.error)
      return c.json({ data: begun.value }, 200, NO_STORE)
    },
  )

  routes.post(
    '/console/money/second-factor/confirm',
    describeOperator(deps, {
      summary: 'Show the second factor; the act of that key may then be done once, within 15 minutes',
      answers: { 200: moneyProofSingle },
    }),
    money,
    validate('json', actProofBody),
    async (c) => {
      const asker = await findAsker(c, deps)
      if (asker === undefined) return problem(c, 'token_invalid')
      const proof = c.req.valid('json')
      const refusal = await actFactor.show(deps, { ...asker, asked: proof }, proof)
      return refusal === null ? c.json({ data: { request: proof.request } }, 200, NO_STORE) : refuse(c, refusal)
    },
  )
  return routes
}
