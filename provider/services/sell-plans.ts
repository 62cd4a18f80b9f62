/** Plans that operators sell, managed from the command line and through the API. */
import type { OperatorPlanBody, PlanChangeBody } from '../../src/contract/operator-plans.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { changePlan, findPlan, insertPlan, lockPlan, type PlanRow } from '../repositories/plans.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import type { Objection } from '../rules/refusal.ts'
import { findCurrencyTrouble, findParksOrAll, type Offer } from './named-parks.ts'

export async function addPlan(
  tx: Queryable,
  { body, within, nowMs }: Offer<OperatorPlanBody>,
): Promise<Result<PlanRow, Objection>> {
  const { country_code, names, details, currency, taxes, percent } = body
  const trouble = findCurrencyTrouble(country_code, currency)
  if (trouble !== undefined) return err(trouble)
  const parks = await findParksOrAll(tx, { country: country_code, codes: body.parks, within, field: 'parks' })
  if (!parks.ok) return parks
  const id = await insertPlan(tx, {
    ...{ country_code, names, details, currency, taxes, percent, price_minor: body.price },
    ...{ maximum_minor: body.maximum, parks: parks.value, demo: false, updated_at: toInstant(nowMs) },
  })
  return ok(must(await findPlan(tx, id), 'inserted plan'))
}

export interface PlanWish {
  readonly planId: number
  readonly change: PlanChangeBody
  readonly within: Within
  readonly nowMs: number
}

/**
 * Changes a plan; periods that were paid or announced keep their terms. Another organisation's plan is refused as if it
 * did not exist.
 */
export async function alterPlan(tx: Queryable, wish: PlanWish): Promise<Result<PlanRow, Objection>> {
  const { planId, change, within, nowMs } = wish
  const known = await lockPlan(tx, planId)
  if (known === undefined || !isWithin(within, known.parks)) {
    return err({ code: 'not_found', words: 'No plan has this number.' })
  }
  if (change.currency !== undefined) {
    const trouble = findCurrencyTrouble(known.country_code, change.currency)
    if (trouble !== undefined) return err(trouble)
  }
  const { price, active } = change
  const changed = await changePlan(tx, {
    ...{ planId, nowMs },
    ...(price === undefined ? {} : { priceMinor: price }),
    ...(active === undefined ? {} : { active }),
  })
  return ok(must(changed, 'changed plan'))
}
