import { Hono } from 'hono'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  documentFeesBody,
  documentFeesSingle,
  renewalList,
  renewalStageBody,
} from '../../../src/contract/operator-plans.ts'
import { renewalSingle } from '../../../src/contract/vehicle-documents.ts'
import { RENEWAL_COUNTRY } from '../../../src/domain/vehicle-documents.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { countOpenRenewals, listOpenRenewals, lockRenewal } from '../../repositories/document-renewals.ts'
import { findDocumentFees } from '../../repositories/documents.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { moveRenewal, setDocumentFees, toRenewalWire } from '../../services/documents.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { FEES_EXAMPLE, RENEWAL_EXAMPLE } from './examples.ts'

function addFees(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'documents')

  routes.get(
    '/operator/document-fees',
    describeOperator(deps, {
      summary: 'What renewing documents costs; null where nothing can be renewed',
      answers: { 200: documentFeesSingle },
      example: FEES_EXAMPLE,
    }),
    operator,
    async (c) => c.json({ data: (await findDocumentFees(deps.db, RENEWAL_COUNTRY)) ?? null }, 200, NO_STORE),
  )

  routes.put(
    '/operator/document-fees',
    describeOperator(deps, {
      summary: 'Set what renewing costs from now on; what was paid stays paid',
      answers: { 200: documentFeesSingle },
      example: FEES_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', documentFeesBody),
    (c) => {
      const fees = c.req.valid('json')
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const set = await setDocumentFees(tx, { fees, nowMs })
          if (!set.ok) return err<Refusal>(set.error)
          return ok({
            data: set.value,
            change: { action: 'document_fees.set', subject: fees.country_code, details: fees },
          })
        },
      })
    },
  )
}

/** Renewals of vehicle documents. Their pictures can be opened at the command line only. */
export function operatorDocumentRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'documents')
  addFees(routes, deps)

  routes.get(
    '/operator/renewals',
    describeOperator(deps, {
      summary: 'Renewals of documents that are under way, the oldest first',
      answers: { 200: renewalList },
    }),
    operator,
    validate('query', operatorListQuery),
    async (c) => {
      const asked = c.req.valid('query')
      const [rows, total] = await Promise.all([
        listOpenRenewals(deps.db, { limit: asked.size, offset: (asked.page - 1) * asked.size }),
        countOpenRenewals(deps.db),
      ])
      return c.json(toPage(rows.map(toRenewalWire), total, asked), 200, NO_STORE)
    },
  )

  routes.put(
    '/operator/renewals/:code/stage',
    describeOperator(deps, {
      summary: 'Move a renewal on, one step at a time; rejected, everything is given back',
      answers: { 200: renewalSingle },
      example: RENEWAL_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', renewalStageBody),
    (c) => {
      const code = c.req.param('code').toUpperCase()
      const body = c.req.valid('json')
      const reason = 'reason' in body ? body.reason : null
      return answerOnce(c, deps, {
        work: async (tx, { nowMs }) => {
          const before = await lockRenewal(tx, code)
          const moved = await moveRenewal(tx, { code, stage: body.stage, reason, nowMs })
          if (!moved.ok) return moved
          const change = { action: 'renewal.stage' as const, subject: code, details: body }
          const isChanged = moved.value.version !== before?.version
          return ok({ data: toRenewalWire(moved.value), change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
