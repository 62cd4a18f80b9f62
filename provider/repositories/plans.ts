import type { Plan } from '../../src/contract/plans.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** A row of `plans` with its car parks. */
export interface PlanRow extends Pick<
  Plan,
  'names' | 'details' | 'country_code' | 'currency' | 'taxes' | 'percent' | 'demo'
> {
  readonly plan_id: number
  readonly price_minor: number
  readonly maximum_minor: number | null
  /** Ids; null for all car parks in its country. */
  readonly parks: readonly number[] | null
  readonly places: Plan['parks']
  readonly active: boolean
  readonly updated_at: Instant
}

const SELECT = `
  select p.*, case when p.parks is not null then
           (select coalesce(json_agg(json_build_object('id', k.id, 'code', k.code, 'slug', k.slug, 'name', k.name) order by k.name), '[]')
              from parks k where k.id = any(p.parks)) end as places
    from plans p`

export const listPlans = (db: Queryable, country: CountryCode): Promise<readonly PlanRow[]> =>
  db.query<PlanRow>(`${SELECT} where p.country_code = $1 and p.active order by p.price_minor, p.plan_id`, [country])

/** Lists plans of all countries for operators, including those no longer sold. */
export const listAllPlans = (db: Queryable): Promise<readonly PlanRow[]> =>
  db.query<PlanRow>(`${SELECT} order by p.country_code, p.plan_id`)

/** Includes plans ended by an operator: see `active`. */
export async function findPlan(db: Queryable, planId: number): Promise<PlanRow | undefined> {
  const [row] = await db.query<PlanRow>(`${SELECT} where p.plan_id = $1`, [planId])
  return row
}

/** Like `findPlan`, locked until the transaction ends. */
export async function lockPlan(tx: Queryable, planId: number): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(`${SELECT} where p.plan_id = $1 for update of p`, [planId])
  return row
}

export type NewPlan = Omit<PlanRow, 'plan_id' | 'places' | 'active'>

export async function insertPlan(db: Queryable, plan: NewPlan): Promise<number> {
  const [row] = await db.query<{ plan_id: number }>(
    `insert into plans (country_code, names, details, price_minor, currency, taxes, percent, maximum_minor, parks, demo, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning plan_id`,
    [
      ...[plan.country_code, JSON.stringify(plan.names), JSON.stringify(plan.details), plan.price_minor, plan.currency],
      ...[
        JSON.stringify(plan.taxes),
        plan.percent,
        plan.maximum_minor,
        plan.parks,
        plan.demo,
        new Date(plan.updated_at),
      ],
    ],
  )
  return must(row, 'inserted plan').plan_id
}

export interface PlanChange {
  readonly planId: number
  readonly priceMinor?: number
  readonly active?: boolean
  readonly nowMs: number
}

/**
 * Changes a plan for future periods: paid or announced periods keep their terms. Returns undefined when there is no
 * such plan.
 */
export async function changePlan(db: Queryable, change: PlanChange): Promise<PlanRow | undefined> {
  await db.query(
    `update plans set price_minor = coalesce($2, price_minor), active = coalesce($3, active), updated_at = $4 where plan_id = $1`,
    [change.planId, change.priceMinor ?? null, change.active ?? null, new Date(change.nowMs)],
  )
  return findPlan(db, change.planId)
}
