import { type Context, Hono } from 'hono'
import { type Referral, enterReferralBody, referralBody, referralSingle } from '../../src/contract/referrals.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { enterReferral, readReferral, rememberDevice } from '../services/referrals.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

/** Codes that a driver may try per hour. */
const TRIES_PER_HOUR = 10

const answer = (c: Context<AppEnv>, done: Result<Referral, Refusal>): Response =>
  done.ok ? c.json({ data: done.value }, 200, { 'cache-control': 'no-store' }) : refuse(c, done.error)

/** The driver's own code, and entering another driver's. */
export function referralRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const say = (route: Pick<Parameters<typeof describe>[0], 'summary' | 'idempotent'>) =>
    describe({ tag: 'referrals', secured: true, answers: { 200: referralSingle }, ...route }, deps.config)

  routes.put(
    '/referral',
    say({
      summary: 'The driver’s referral code, made at the first time, and what it gave; the same again changes nothing',
    }),
    user,
    validate('json', referralBody),
    async (c) => {
      const driver = { userId: c.get('userId'), device: c.req.valid('json').device, nowMs: deps.clock.now() }
      return answer(c, await deps.db.transaction((tx) => readReferral(tx, deps, driver)))
    },
  )

  routes.post(
    '/referral/enter',
    say({ summary: 'Enter the code of who brought this driver', idempotent: true }),
    user,
    validate('json', enterReferralBody),
    async (c) => {
      const driver = { userId: c.get('userId'), ...c.req.valid('json'), nowMs: deps.clock.now() }
      const { nowMs } = driver
      const { count, resetsMs } = await countAttempt(deps.db, {
        ...{ bucket: `referral:${driver.userId}`, windowMs: HOUR_MS, nowMs },
      })
      if (count > TRIES_PER_HOUR)
        return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
      await rememberDevice(deps.db, driver)
      const enter = async (tx: Queryable): Promise<Response> => {
        const entered = await enterReferral(tx, driver)
        return entered.ok ? answer(c, await readReferral(tx, deps, driver)) : refuse(c, entered.error)
      }
      return idempotent(c, deps, onSql(deps, enter))
    },
  )

  return routes
}
