import { Hono } from 'hono'
import {
  cancelGiftBody,
  giftParam,
  type OperatorGift,
  operatorGiftList,
  operatorGiftQuery,
  operatorGiftSingle,
} from '../../../src/contract/operator-plans.ts'
import { toRfc3339 } from '../../../src/domain/instant.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { countGifts, findGift, type GiftRow, listAllGifts, lockOwnGift } from '../../repositories/gifts.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { cancelGift, isOrphan } from '../../services/gifts.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { GIFT_EXAMPLE } from './examples.ts'

const toWire = (row: GiftRow): OperatorGift => ({
  gift_id: row.gift_id,
  amount: row.amount_minor,
  currency: row.currency,
  state: row.state,
  created_at: toRfc3339(row.created_at),
  settled_at: row.settled_at === null ? null : toRfc3339(row.settled_at),
  version: row.version,
})

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'gifts')

  routes.get(
    '/operator/gifts',
    describeOperator(deps, {
      summary: 'Gifts, the newest first; without a state, those that nobody has redeemed',
      answers: { 200: operatorGiftList },
    }),
    operator,
    validate('query', operatorGiftQuery),
    async (c) => {
      const { state, ...asked } = c.req.valid('query')
      const [rows, total] = await Promise.all([
        listAllGifts(deps.db, state, { limit: asked.size, offset: (asked.page - 1) * asked.size }),
        countGifts(deps.db, state),
      ])
      return c.json(toPage(rows.map(toWire), total, asked), 200, NO_STORE)
    },
  )

  routes.get(
    '/operator/gifts/:id',
    describeOperator(deps, { summary: 'One gift', answers: { 200: operatorGiftSingle }, example: GIFT_EXAMPLE }),
    operator,
    validate('param', giftParam),
    async (c) => {
      const gift = await findGift(deps.db, { giftId: c.req.valid('param').id, codeHash: null })
      return gift === undefined ? problem(c, 'gift_not_found') : c.json({ data: toWire(gift) }, 200, NO_STORE)
    },
  )
}

/** Gift credit: listed, and given back. The buyer, redeemer and recipient are shown at the command line only. */
export function operatorGiftRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addReads(routes, deps)

  routes.put(
    '/operator/gifts/:id/status',
    describeOperator(deps, {
      summary: 'Give a gift back that nobody has redeemed: its money goes to the wallet that paid',
      answers: { 200: operatorGiftSingle },
      example: GIFT_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'gifts'),
    validate('param', giftParam),
    validate('json', cancelGiftBody),
    (c) => {
      const { id: giftId } = c.req.valid('param')
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const sold = await findGift(tx, { giftId, codeHash: null })
          if (sold === undefined || isOrphan(sold)) return err<Refusal>({ code: 'gift_not_found' })
          const { buyer_id: userId } = sold
          const before = await lockOwnGift(tx, userId, giftId)
          const done = await cancelGift(tx, deps, { userId, giftId, nowMs })
          if (!done.ok) return done
          const change = { action: 'gift.cancel' as const, subject: giftId, details: {} }
          return ok({ data: toWire(done.value), change: done.value.state === before?.state ? null : change })
        },
      })
    },
  )
  return routes
}
