import { cellRanges, distanceMetres } from '../../src/lib/cell.ts'
import type { ParkLeeway } from '../../src/domain/booking.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import { type Instant, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import type { Queryable } from '../db/database.ts'
import { MAX_PROMISE_MS } from '../rules/rates.ts'
import type { RateVersion } from '../rules/price-stay.ts'
import type { Stay } from '../rules/stay.ts'
import { LEEWAY_SQL, type ParkBrief } from './bookings.ts'

/** What booking needs to know about a park. */
export interface BookablePark extends ParkBrief {
  readonly id: ParkId
  /** Null when not known; nothing can be booked then. */
  readonly capacity: number | null
  readonly currency: Currency
  readonly country_code: string
  /** Rates that still apply, the one in force first. */
  readonly rates: readonly RateVersion[]
}

interface Row extends Omit<ParkBrief, keyof ParkLeeway> {
  readonly id: ParkId
  readonly capacity: number | null
  readonly currency: Currency
  readonly country_code: string
  readonly leeway: ParkLeeway
  readonly tariffs: ReadonlyArray<{ readonly tariff: TariffWire; readonly taxes: readonly TaxWire[] }> | null
}

/** Maximum of the database's integer type; no park has a larger id. */
export const LARGEST_PARK_ID = 2 ** 31 - 1

export async function findBookablePark(
  db: Queryable,
  parkId: ParkId,
  nowMs: number,
): Promise<BookablePark | undefined> {
  if (parkId > LARGEST_PARK_ID) return undefined
  const [row] = await db.query<Row>(
    `select k.id, k.capacity, k.currency, k.country_code, k.name, k.code, k.slug, k.address, k.lat, k.lng, k.timezone, k.kind,
            ${LEEWAY_SQL} as leeway,
            (select json_agg(json_build_object('tariff', t.tariff, 'taxes', t.taxes) order by t.superseded_at desc nulls first)
               from park_tariffs t where t.park_id = k.id and (t.superseded_at is null or t.superseded_at > $2)) as tariffs
       from parks k where k.id = $1`,
    [parkId, new Date(nowMs - MAX_PROMISE_MS)],
  )
  if (row === undefined) return undefined
  const { tariffs, leeway, ...park } = row
  return {
    ...park,
    ...leeway,
    rates: (tariffs ?? []).map(({ tariff, taxes }) => ({
      tariff: tariffFromWire(tariff),
      taxes: taxes.map(taxFromWire),
    })),
  }
}

export interface Alternatives {
  readonly times: readonly Stay[]
  readonly parks: ReadonlyArray<{
    readonly id: number
    readonly slug: string
    readonly name: string
    readonly distance_m: number
    readonly demo_fields: readonly string[]
  }>
}

/** A stay for which the park had no space. */
export interface WantedSpace {
  readonly park: BookablePark
  readonly stay: Stay
  readonly nowMs: number
}

export const STEP_MINUTES = 15
export const SEARCH_MINUTES = 12 * 60
export const RADIUS_METRES = 3_000

/** Finds the nearest earlier and later start for the same stay, at most 12 hours away and not in the past. */
async function findFreeTimes(db: Queryable, { park, stay, nowMs }: WantedSpace): Promise<readonly Stay[]> {
  const rows = await db.query<{ shift: number }>(
    `select distinct on (sign(shift)) shift
       from generate_series(-$5::integer, $5::integer, $6::integer) as shift
      where shift <> 0 and $2::timestamptz + make_interval(mins => shift) >= $4::timestamptz
        and peak_occupancy($1, $2::timestamptz + make_interval(mins => shift), $3::timestamptz + make_interval(mins => shift),
                           $4::timestamptz, null) < $7
      order by sign(shift), abs(shift)`,
    [
      park.id,
      new Date(stay.startMs),
      new Date(stay.endMs),
      new Date(nowMs),
      SEARCH_MINUTES,
      STEP_MINUTES,
      park.capacity ?? 0,
    ],
  )
  return rows
    .toSorted((a, b) => Math.abs(a.shift) - Math.abs(b.shift))
    .map(({ shift }) => ({ startMs: shiftBy(stay.startMs, shift), endMs: shiftBy(stay.endMs, shift) }))
}

const shiftBy = (instant: Instant, minutes: number): Instant => toInstant(instant + minutes * MINUTE_MS)

/** Finds the three nearest other parks within 3 km that have a space for the whole stay. */
export async function findFreeParks(
  db: Queryable,
  {
    park,
    stay,
    nowMs,
  }: Omit<WantedSpace, 'park'> & { readonly park: Pick<BookablePark, 'lat' | 'lng'> & { readonly id: number } },
): Promise<Alternatives['parks']> {
  const { lat, lng } = park
  if (lat === null || lng === null) return []
  const ranges = cellRanges({ lat, lng }, RADIUS_METRES)
  const rows = await db.query<{
    id: number
    slug: string
    name: string
    lat: number
    lng: number
    demo_fields: readonly string[]
  }>(
    `select k.id, k.slug, k.name, k.lat, k.lng, k.demo_fields
       from unnest($2::integer[], $3::integer[]) as r (low, high) join parks k on k.cell between r.low and r.high
      where k.id <> $1 and k.capacity > peak_occupancy(k.id, $4, $5, $6, null)`,
    [
      park.id,
      ranges.map(([low]) => low),
      ranges.map(([, high]) => high),
      new Date(stay.startMs),
      new Date(stay.endMs),
      new Date(nowMs),
    ],
  )
  return rows
    .map(({ id, slug, name, demo_fields, ...place }) => ({
      id,
      slug,
      name,
      demo_fields,
      distance_m: Math.round(distanceMetres({ lat, lng }, place)),
    }))
    .filter((candidate) => candidate.distance_m <= RADIUS_METRES)
    .toSorted((a, b) => a.distance_m - b.distance_m)
    .slice(0, 3)
}

/** What a driver can do instead when the park is full. */
export async function findAlternatives(db: Queryable, wanted: WantedSpace): Promise<Alternatives> {
  const [times, parks] = await Promise.all([findFreeTimes(db, wanted), findFreeParks(db, wanted)])
  return { times, parks }
}

/** The plate and type of one of the user's own vehicles. */
export async function findOwnVehicle(
  db: Queryable,
  userId: string,
  vehicleId: string,
): Promise<{ readonly plate: string; readonly vehicle_type_id: 1 | 2 | 3 | 4 } | undefined> {
  const [row] = await db.query<{ plate: string; vehicle_type_id: 1 | 2 | 3 | 4 }>(
    'select plate_normalised as plate, vehicle_type_id from vehicles where user_id = $1 and vehicle_id = $2',
    [userId, vehicleId],
  )
  return row
}
