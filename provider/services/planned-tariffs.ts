/** Operators set the prices of their car parks, immediately or from a given time, at which a job publishes them. */
import type { ParkTariffWire, PlannedTariff, TariffPlanBody, TariffRules } from '../../src/contract/operator-tariffs.ts'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { type Instant, mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { parseOpeningHours } from '../../src/domain/opening-hours.ts'
import { checkTariff } from '../../src/domain/tariff-check.ts'
import type { TariffProblem } from '../../src/domain/tariff-problem.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import { publishRules } from '../repositories/dated-tariffs.ts'
import {
  countWaiting,
  type DueTariff,
  findPlannedTariff,
  findRateInForce,
  insertPlannedTariff,
  listDueTariffs,
  lockPark,
  type PlannedTariffRow,
  type RateInForce,
  takeForPublication,
  withdrawPlannedTariff,
} from '../repositories/planned-tariffs.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'
import { refuseRules } from '../rules/tariff-objections.ts'
import type { ProviderDeps } from './deps.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

/** Per car park. */
const MAX_PLANNED = 20

interface Planning {
  readonly park: OperatedPark
  readonly body: TariffPlanBody
  readonly nowMs: number
}

function findProblems(
  { tariff, taxes: posted, opening_hours: hours }: RateInForce,
  { rules, startsMs, zone }: { readonly rules: TariffRules; readonly startsMs: Instant; readonly zone: string },
): readonly TariffProblem[] {
  const taxes = posted.map(taxFromWire)
  return checkTariff({
    ...{ taxes, zone, startsMs },
    tariff: tariffFromWire({ ...tariff, ...rules, demo: false }),
    hours: hours === null ? null : parseOpeningHours(hours),
    before: { tariff: tariffFromWire(tariff), taxes },
  })
}

/** Plans a tariff; one that begins immediately is published in the same transaction. */
export async function planTariff(
  tx: Queryable,
  { park, body, nowMs }: Planning,
): Promise<Result<PlannedTariffRow, Objection>> {
  const { starts_at: wanted, currency, rules } = body
  const startsMs = wanted === undefined ? toInstant(nowMs) : mustInstant(wanted)
  if (startsMs < nowMs)
    return err(objectTo('starts_at', 'The prices begin in the past. Without a time they begin now.'))
  if (currency !== park.currency) return err(objectTo('currency', `This car park is paid in ${park.currency}.`))
  await lockPark(tx, park.id)
  const waiting = await countWaiting(tx, { parkId: park.id, startsMs })
  if (waiting.then > 0) return err(objectTo('starts_at', 'Other prices begin at that time. Withdraw them first.'))
  if (startsMs > nowMs && waiting.total >= MAX_PLANNED)
    return err(objectTo('starts_at', `${MAX_PLANNED} are planned already.`))
  const problems = findProblems(await findRateInForce(tx, park.id), { rules, startsMs, zone: park.timezone })
  if (problems.length > 0) return err(refuseRules(problems))
  const tariffId = await insertPlannedTariff(tx, { parkId: park.id, startsMs, rules, nowMs })
  if (startsMs <= nowMs) await publishIn(tx, { tariff_id: tariffId, park_id: park.id }, nowMs)
  return ok(must(await findPlannedTariff(tx, park.id, tariffId), 'tariff that was planned'))
}

export interface Withdrawn {
  readonly planned: PlannedTariffRow
  /** False when it was already withdrawn or published. */
  readonly isChanged: boolean
}

export async function withdrawTariff(
  tx: Queryable,
  { park, tariffId, nowMs }: { readonly park: OperatedPark; readonly tariffId: number; readonly nowMs: number },
): Promise<Result<Withdrawn, Objection>> {
  const known = await findPlannedTariff(tx, park.id, tariffId)
  if (known === undefined) return err({ code: 'not_found', words: `${park.code} has no planned prices ${tariffId}.` })
  const isChanged = await withdrawPlannedTariff(tx, tariffId, nowMs)
  return ok({ planned: must(await findPlannedTariff(tx, park.id, tariffId), 'planned tariff'), isChanged })
}

/** False when it was withdrawn, or published by another process, in the meantime. */
async function publishIn(tx: Queryable, { tariff_id: tariffId, park_id: parkId }: DueTariff, nowMs: number) {
  await lockPark(tx, parkId)
  const rules = await takeForPublication(tx, tariffId, nowMs)
  if (rules === undefined) return false
  await publishRules(tx, { parkId, rules, nowMs })
  return true
}

/**
 * Publishes due tariffs in order of their times, each once however many processes try. A failing one does not block the
 * others and is reported at the end. Returns the number published.
 */
export async function publishDueTariffs({ db, clock }: Deps): Promise<number> {
  const failures: unknown[] = []
  let count = 0
  for (const due of await listDueTariffs(db, clock.now())) {
    try {
      if (await db.transaction((tx) => publishIn(tx, due, clock.now()))) count += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tariffs not published`)
  return count
}

function stateOf({ withdrawn_at: withdrawn, published_at: published, is_latest: isLatest }: PlannedTariffRow) {
  if (withdrawn !== null) return 'withdrawn'
  if (published === null) return 'planned'
  return isLatest ? 'in_force' : 'replaced'
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : toRfc3339(instant))
const nameOf = ({ code, name, timezone }: OperatedPark) => ({ code, name, timezone })

export const toPlannedWire = (row: PlannedTariffRow, park: OperatedPark): PlannedTariff => ({
  id: row.tariff_id,
  park: nameOf(park),
  currency: park.currency,
  starts_at: toRfc3339(row.starts_at),
  state: stateOf(row),
  created_at: toRfc3339(row.created_at),
  published_at: timeOrNull(row.published_at),
  withdrawn_at: timeOrNull(row.withdrawn_at),
  rules: row.rules,
})

export async function readParkTariff(db: Queryable, park: OperatedPark): Promise<ParkTariffWire> {
  const { tariff, taxes, opening_hours } = await findRateInForce(db, park.id)
  return { park: nameOf(park), currency: park.currency, opening_hours, tariff, taxes: [...taxes] }
}
