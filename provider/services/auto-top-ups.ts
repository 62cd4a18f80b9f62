import type { AutoTopUp, AutoTopUpBody } from '../../src/contract/payments.ts'
import { type AutoTopUpRule, autoTopUpRange, findAutoTopUpProblem } from '../../src/domain/auto-top-up.ts'
import type { Currency } from '../../src/domain/money.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { Refusal } from '../rules/refusal.ts'
import {
  type AutoTopUpKey,
  findAutoTopUp,
  storeAutoTopUp,
  sumChargedThisMonth,
  switchOff,
} from '../repositories/auto-top-ups.ts'
import { findPaymentMethod } from '../repositories/payment-methods.ts'
import type { PaymentDeps } from './payments-start.ts'
import { zoneOf } from './statements.ts'

/** True only when a gateway of the currency can charge without the driver. */
export const canChargeSaved = (deps: PaymentDeps, currency: Currency): boolean =>
  getGateways(deps)
    .listFor(currency)
    .some(({ saved }) => saved !== undefined)

/** The settings in wire form; zeros when nothing was ever set. */
export async function readAutoTopUp(deps: PaymentDeps, db: Queryable, owner: AutoTopUpKey): Promise<AutoTopUp> {
  const { currency } = owner
  const [row, method] = [await findAutoTopUp(db, owner), await findPaymentMethod(db, owner.userId, currency)]
  const at = { timezone: zoneOf(currency), nowMs: deps.clock.now() }
  return {
    available: canChargeSaved(deps, currency),
    enabled: row?.enabled === true && method !== undefined,
    currency,
    threshold: row?.threshold_minor ?? 0,
    amount: row?.amount_minor ?? 0,
    monthly_cap: row?.monthly_cap_minor ?? 0,
    charged_this_month: await sumChargedThisMonth(db, owner, at),
    off_reason: row?.off_reason ?? null,
    method:
      method === undefined
        ? null
        : { brand: method.brand, last4: method.last4, saved_at: toRfc3339(method.created_at) },
  }
}

function findRefusal(rule: AutoTopUpRule, currency: Currency): Refusal | undefined {
  const problem = findAutoTopUpProblem(rule, currency)
  if (problem === null) return undefined
  const { minimumMinor: minimum, maximumMinor: maximum } = autoTopUpRange(problem, rule, currency)
  return {
    code: 'amount_out_of_range',
    fields: [{ field: problem, code: 'amount_out_of_range' }],
    extra: { minimum, maximum, currency },
    amounts: { minimum, maximum },
    currency,
  }
}

/** Refused when figures are out of range and, to switch on, without a saved method that can be charged. */
export async function setAutoTopUp(
  deps: PaymentDeps,
  tx: Queryable,
  { userId, ...body }: AutoTopUpBody & { readonly userId: AutoTopUpKey['userId'] },
): Promise<Result<AutoTopUp, Refusal>> {
  const owner = { userId, currency: body.currency }
  const rule = { thresholdMinor: body.threshold, amountMinor: body.amount, monthlyCapMinor: body.monthly_cap }
  const method = await findPaymentMethod(tx, userId, body.currency)
  const refusal = findRefusal(rule, body.currency)
  if (body.enabled && (method === undefined || !canChargeSaved(deps, body.currency)))
    return err({ code: 'payment_unavailable' })
  const nowMs = deps.clock.now()
  if (refusal === undefined) await storeAutoTopUp(tx, owner, { ...rule, enabled: body.enabled, nowMs })
  else if (body.enabled) return err(refusal)
  else await switchOff(tx, owner, nowMs)
  return ok(await readAutoTopUp(deps, tx, owner))
}
