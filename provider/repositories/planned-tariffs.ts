import type { TariffRules } from '../../src/contract/operator-tariffs.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface PlannedTariffRow {
  readonly tariff_id: number
  readonly park_id: ParkId
  readonly starts_at: Instant
  readonly rules: TariffRules
  readonly created_at: Instant
  readonly published_at: Instant | null
  readonly withdrawn_at: Instant | null
  /** True when no other tariff was published after it. */
  readonly is_latest: boolean
}

/**
 * Order of publication. Tariffs that became due during an outage are published together, so their start times break the
 * tie.
 */
const LATEST = 'published_at desc, starts_at desc, tariff_id desc'

const SELECT = `
  select t.tariff_id, t.park_id, t.starts_at, t.rules, t.created_at, t.published_at, t.withdrawn_at,
         t.tariff_id is not distinct from (select l.tariff_id from planned_tariffs l
            where l.park_id = t.park_id and l.published_at is not null order by ${LATEST} limit 1) as is_latest
    from planned_tariffs t`

export interface RateInForce {
  readonly tariff: TariffWire
  readonly taxes: readonly TaxWire[]
  readonly opening_hours: string | null
}

export async function findRateInForce(db: Queryable, parkId: ParkId): Promise<RateInForce> {
  const [row] = await db.query<RateInForce>(
    `select t.tariff, t.taxes, p.opening_hours
       from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version where p.id = $1`,
    [parkId],
  )
  return must(row, 'tariff in force')
}

/** Serialises price changes of a car park: each sees what was planned, published and imported before. */
export const lockPark = (tx: Queryable, parkId: ParkId): Promise<unknown> =>
  tx.query('select from parks where id = $1 for no key update', [parkId])

export interface WaitingTariffs {
  readonly total: number
  /** Those that begin at the given time. */
  readonly then: number
}

export async function countWaiting(
  db: Queryable,
  { parkId, startsMs }: { readonly parkId: ParkId; readonly startsMs: number },
): Promise<WaitingTariffs> {
  const [row] = await db.query<WaitingTariffs>(
    `select count(*) as total, count(*) filter (where starts_at = $2) as then
       from planned_tariffs where park_id = $1 and published_at is null and withdrawn_at is null`,
    [parkId, new Date(startsMs)],
  )
  return must(row, 'count')
}

export interface NewPlannedTariff {
  readonly parkId: ParkId
  readonly startsMs: number
  readonly rules: TariffRules
  readonly nowMs: number
}

export async function insertPlannedTariff(tx: Queryable, planned: NewPlannedTariff): Promise<number> {
  const [made] = await tx.query<{ tariff_id: number }>(
    'insert into planned_tariffs (park_id, starts_at, rules, created_at) values ($1, $2, $3, $4) returning tariff_id',
    [planned.parkId, new Date(planned.startsMs), JSON.stringify(planned.rules), new Date(planned.nowMs)],
  )
  return must(made, 'planned tariff').tariff_id
}

export async function findPlannedTariff(
  db: Queryable,
  parkId: ParkId,
  tariffId: number,
): Promise<PlannedTariffRow | undefined> {
  const [row] = await db.query<PlannedTariffRow>(`${SELECT} where t.park_id = $1 and t.tariff_id = $2`, [
    parkId,
    tariffId,
  ])
  return row
}

/** Lists planned and published tariffs by start time, latest first. */
export async function listPlannedTariffs(
  db: Queryable,
  asked: { readonly parkId: ParkId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly PlannedTariffRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<PlannedTariffRow>(
      `${SELECT} where t.park_id = $1 order by t.starts_at desc, t.tariff_id desc limit $2 offset $3`,
      [...[asked.parkId, asked.size, (asked.page - 1) * asked.size]],
    ),
    db.query<{ total: number }>('select count(*) as total from planned_tariffs where park_id = $1', [asked.parkId]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** Lists waiting tariffs in order of their start. */
export const listWaitingRules = (
  db: Queryable,
  parkId: ParkId,
): Promise<readonly { readonly starts_at: Instant; readonly rules: TariffRules }[]> =>
  db.query<{ starts_at: Instant; rules: TariffRules }>(
    `select starts_at, rules from planned_tariffs
      where park_id = $1 and published_at is null and withdrawn_at is null order by starts_at`,
    [parkId],
  )

/** Returns false when it is already published or withdrawn. */
export async function withdrawPlannedTariff(tx: Queryable, tariffId: number, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update planned_tariffs set withdrawn_at = $2
      where tariff_id = $1 and published_at is null and withdrawn_at is null returning tariff_id`,
    [tariffId, new Date(nowMs)],
  )
  return rows.length > 0
}

export interface DueTariff {
  readonly tariff_id: number
  readonly park_id: ParkId
}

/** Lists due tariffs in order of their start. */
export const listDueTariffs = (db: Queryable, nowMs: number): Promise<readonly DueTariff[]> =>
  db.query<DueTariff>(
    `select tariff_id, park_id from planned_tariffs
      where published_at is null and withdrawn_at is null and starts_at <= $1 order by starts_at, tariff_id`,
    [new Date(nowMs)],
  )

/** Marks a tariff as published and returns its rules, or undefined when it was withdrawn or another process took it. */
export async function takeForPublication(
  tx: Queryable,
  tariffId: number,
  nowMs: number,
): Promise<TariffRules | undefined> {
  const [row] = await tx.query<{ rules: TariffRules }>(
    `update planned_tariffs set published_at = $2
      where tariff_id = $1 and published_at is null and withdrawn_at is null returning rules`,
    [tariffId, new Date(nowMs)],
  )
  return row?.rules
}

/**
 * Returns the rules that operators published last, by car park. Locks the car parks, so that nothing is published
 * meanwhile.
 */
export async function findOwnRules(
  tx: Queryable,
  parkIds: readonly number[],
): Promise<ReadonlyMap<number, TariffRules>> {
  await tx.query('select from parks where id = any($1::integer[]) order by id for no key update', [parkIds])
  const rows = await tx.query<{ park_id: number; rules: TariffRules }>(
    `select distinct on (park_id) park_id, rules from planned_tariffs
      where park_id = any($1::integer[]) and published_at is not null order by park_id, ${LATEST}`,
    [parkIds],
  )
  return new Map(rows.map(({ park_id: parkId, rules }) => [parkId, rules]))
}
