import { Hono } from 'hono'
import { receiptSingle } from '../../src/contract/payments.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { findOrderReceipt, findPlanReceipt, findReceipt, findRenewalReceipt } from '../repositories/receipts.ts'
import { toPlanReceiptWire } from '../services/plan-wire.ts'
import { parseReceiptNumber, toOrderReceiptWire, toReceiptWire, toRenewalReceiptWire } from '../services/receipts.ts'

/** GET /receipts/{number}: what was paid, line by line, for the person who paid. */
export function receiptRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/receipts/:number',
    describe(
      {
        tag: 'payments',
        summary: 'A receipt with its tax lines, by its number (CA-000042)',
        answers: { 200: receiptSingle },
        secured: true,
      },
      deps.config,
    ),
    requireUser(deps),
    async (c) => {
      const number = parseReceiptNumber(c.req.param('number'))
      if (number === undefined) return problem(c, 'not_found')
      const row = await findReceipt(deps.db, c.get('userId'), number)
      if (row !== undefined) return c.json({ data: toReceiptWire(row, c.get('language')) })
      const order = await findOrderReceipt(deps.db, c.get('userId'), number)
      if (order !== undefined) return c.json({ data: toOrderReceiptWire(order) })
      const renewal = await findRenewalReceipt(deps.db, c.get('userId'), number)
      if (renewal !== undefined) return c.json({ data: toRenewalReceiptWire(renewal) })
      const plan = await findPlanReceipt(deps.db, c.get('userId'), number)
      return plan === undefined ? problem(c, 'not_found') : c.json({ data: toPlanReceiptWire(plan) })
    },
  )
  return routes
}
