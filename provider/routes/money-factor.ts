import { Hono } from 'hono'
import {
  moneyFactorBody,
  moneyProofBody,
  moneyProofSingle,
  secondFactorSingle,
} from '../../src/contract/second-factor.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { findUser } from '../repositories/users.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { moneyFactor } from '../services/money-factor.ts'
import { requireUser } from './guards/require-user.ts'
import { NO_STORE } from './operator/answer.ts'
import { refuse } from './refuse.ts'

/**
 * POST /wallet/second-factor, /wallet/second-factor/confirm: for one withdrawal, which is then sent again under its
 * key.
 */
export function moneyFactorRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post(
    '/wallet/second-factor',
    describe(
      {
        tag: 'wallet',
        summary:
          'Begin the second factor of a withdrawal: a challenge for passkeys older than a day, or a code by email',
        answers: { 200: secondFactorSingle },
        secured: true,
      },
      deps.config,
    ),
    requireUser(deps),
    validate('json', moneyFactorBody),
    async (c) => {
      const user = await findUser(deps.db, c.get('userId'))
      if (user === undefined) return problem(c, 'token_invalid')
      const begun = await moneyFactor.begin(deps, { user, familyId: c.get('sessionId'), asked: c.req.valid('json') })
      if (!begun.ok) return refuse(c, begun.error)
      return c.json({ data: begun.value }, 200, NO_STORE)
    },
  )

  routes.post(
    '/wallet/second-factor/confirm',
    describe(
      {
        tag: 'wallet',
        summary:
          'Show the second factor; the withdrawal of that key, amount and currency may then be made once, within 15 minutes',
        answers: { 200: moneyProofSingle },
        secured: true,
      },
      deps.config,
    ),
    requireUser(deps),
    validate('json', moneyProofBody),
    async (c) => {
      const user = await findUser(deps.db, c.get('userId'))
      if (user === undefined) return problem(c, 'token_invalid')
      const proof = c.req.valid('json')
      const refusal = await moneyFactor.show(deps, { user, familyId: c.get('sessionId'), asked: proof }, proof)
      return refusal === null ? c.json({ data: { request: proof.request } }, 200, NO_STORE) : refuse(c, refusal)
    },
  )
  return routes
}
