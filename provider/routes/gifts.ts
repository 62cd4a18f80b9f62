import type { Context } from 'hono'
import { Hono } from 'hono'
import {
  createGiftBody,
  giftList,
  giftListQuery,
  giftSingle,
  redeemedGiftSingle,
  redeemGiftBody,
} from '../../src/contract/gifts.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import type { Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, returnAttempt, secondsToReset } from '../repositories/attempts.ts'
import { type GiftRow, listGifts } from '../repositories/gifts.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { buyGift, cancelGift, redeemGift, toGiftWires } from '../services/gifts.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

/** Wrong codes per driver and hour. One of 2^75 codes cannot be guessed; this only stops attempts. */
const WRONG_PER_HOUR = 10

function answerGift(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  ...[work, status = 200]: [work: (tx: Queryable) => Promise<Result<GiftRow, Refusal>>, status?: 200 | 201]
): Promise<Response> {
  return idempotent(
    c,
    deps,
    onSql(deps, async (tx) => {
      const done = await work(tx)
      if (!done.ok) return refuse(c, done.error)
      const [data] = await toGiftWires(tx, [done.value])
      return c.json({ data }, status)
    }),
  )
}

/**
 * Counts the attempt before the transaction, which would otherwise hold one connection while waiting for another. A
 * known key has already been answered (`answerKnownRequests`).
 */
async function answerRedemption(c: Context<AppEnv>, deps: ProviderDeps, code: string): Promise<Response> {
  const [userId, nowMs] = [c.get('userId'), deps.clock.now()]
  const bucket = `gift:${userId}`
  const { count, resetsMs } = await countAttempt(deps.db, { bucket, windowMs: HOUR_MS, nowMs })
  if (count > WRONG_PER_HOUR)
    return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
  const redeem = async (tx: Queryable): Promise<Response> => {
    const done = await redeemGift(tx, deps, { userId, code, nowMs })
    return done.ok ? c.json({ data: done.value }) : refuse(c, done.error)
  }
  const answer = await idempotent(c, deps, onSql(deps, redeem))
  if (answer.ok) await returnAttempt(deps.db, bucket)
  return answer
}

/** Gift credit: bought from the wallet, redeemed once, never paid out. */
export function giftRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const say = (route: Omit<Parameters<typeof describe>[0], 'tag' | 'secured'>) =>
    describe({ tag: 'gifts', secured: true, ...route }, deps.config)

  routes.get(
    '/gifts/list',
    say({ summary: 'Gifts that the driver has bought, newest first', answers: { 200: giftList } }),
    user,
    validate('query', giftListQuery),
    async (c) => {
      const { page, size } = c.req.valid('query')
      const { rows, total } = await listGifts(deps.db, { buyerId: c.get('userId'), page, size })
      const items = await toGiftWires(deps.db, rows)
      return c.json({ items, total, page, size, pages: Math.max(1, Math.ceil(total / size)) }, 200, {
        'cache-control': 'no-store',
      })
    },
  )

  routes.post(
    '/gifts',
    say({ summary: 'Buy a gift from the wallet', answers: { 201: giftSingle }, idempotent: true }),
    user,
    validate('json', createGiftBody),
    (c) => {
      const facts = { userId: c.get('userId'), body: c.req.valid('json'), language: c.get('language') }
      return answerGift(c, deps, (tx) => buyGift(tx, deps, { ...facts, nowMs: deps.clock.now() }), 201)
    },
  )

  routes.post(
    '/gifts/redeem',
    say({ summary: 'Redeem a gift by its code', answers: { 200: redeemedGiftSingle }, idempotent: true }),
    user,
    validate('json', redeemGiftBody),
    (c) => answerRedemption(c, deps, c.req.valid('json').code),
  )

  routes.put(
    '/gifts/:id/cancel',
    say({ summary: 'Cancel a gift that nobody has redeemed', answers: { 200: giftSingle }, idempotent: true }),
    user,
    (c) => {
      const giftId = c.req.param('id')
      if (!isUuid(giftId)) return problem(c, 'gift_not_found')
      const wish = { userId: c.get('userId'), giftId, nowMs: deps.clock.now() }
      return answerGift(c, deps, (tx) => cancelGift(tx, deps, wish))
    },
  )

  return routes
}
