import { randomBytes } from 'node:crypto'
import type { TariffRules } from '../../src/contract/operator-tariffs.ts'
import { makeParkCode } from '../../src/domain/code.ts'
import type { ParkCode } from '../../src/domain/ids.ts'
import { normaliseText } from '../../src/domain/search-text.ts'
import { parkSlug } from '../../src/domain/slug.ts'
import { tariffFromWire } from '../../src/contract/tariff-mapping.ts'
import type { Database, Queryable } from '../db/database.ts'
import { hourlyFrom } from '../rules/hourly-from.ts'
import { withVersion } from './dated-tariffs.ts'
import type { NewPark } from './new-park.ts'
import { findOwnFacts, withOwnFacts } from './own-facts.ts'
import { findOwnRules } from './planned-tariffs.ts'

/** Advisory lock: one import at a time, without blocking readers. */
export const IMPORT_LOCK = 4_173_020

interface StoredRow {
  readonly id: number
  readonly code: string
  readonly source: string
  readonly source_id: string
  readonly fingerprint: string
}

export interface ParkToWrite extends NewPark {
  readonly id: number | null
  readonly code: string
  readonly slug: string
}

const keyOf = (source: string, sourceId: string): string => JSON.stringify([source, sourceId])

/** Writes new and changed parks in one transaction: rows, tariff versions, search words. */
export function storeParks(db: Database, parks: readonly NewPark[], nowMs: number): Promise<StoredParks> {
  return db.transaction((tx) => storeParksIn(tx, parks, nowMs))
}

export interface StoredParks {
  readonly added: number
  readonly updated: number
  /** Ids of the written parks, by code. */
  readonly ids: ReadonlyMap<string, number>
}

/** Like `storeParks`, within the caller's transaction. */
export async function storeParksIn(tx: Queryable, parks: readonly NewPark[], nowMs: number): Promise<StoredParks> {
  await tx.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  const known = await findStored(tx, parks)
  const changed = parks.filter((park) => known.get(keyOf(park.source, park.sourceId))?.fingerprint !== park.fingerprint)
  if (changed.length === 0) return { added: 0, updated: 0, ids: new Map() }
  const toWrite = changed.map((park) => withCode(park, known.get(keyOf(park.source, park.sourceId))))
  const updates = toWrite.filter(({ id }) => id !== null).length
  const ids = await writeAll(tx, await keepOwn(tx, await settleCodes(tx, toWrite)), nowMs)
  return { added: toWrite.length - updates, updated: updates, ids }
}

/** Writes rows, tariff versions and search words. Returns the ids by code. */
export async function writeAll(
  tx: Queryable,
  parks: readonly ParkToWrite[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const ids = await writeParks(tx, parks, nowMs)
  await writeTariffs(tx, parks, { ids, nowMs })
  await writeTokens(tx, parks, ids)
  return ids
}

async function findStored(tx: Queryable, parks: readonly NewPark[]): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await tx.query<StoredRow>(
    `select p.id, p.code, p.source, p.source_id, p.fingerprint
       from parks p join unnest($1::text[], $2::text[]) as wanted(source, source_id) using (source, source_id)`,
    [parks.map(({ source }) => source), parks.map(({ sourceId }) => sourceId)],
  )
  return new Map(rows.map((row) => [keyOf(row.source, row.source_id), row]))
}

export interface KnownPosition {
  readonly source: string
  readonly sourceId: string
  readonly lat: number
  readonly lng: number
}

/** Returns the stored positions of parks with these source ids, where known. */
export async function findPositions(
  db: Queryable,
  parks: ReadonlyArray<{ readonly source: string; readonly source_id: string }>,
): Promise<readonly KnownPosition[]> {
  const rows = await db.query<{ source: string; source_id: string; lat: number; lng: number }>(
    `select p.source, p.source_id, p.lat, p.lng
       from parks p join unnest($1::text[], $2::text[]) as wanted(source, source_id) using (source, source_id)
      where p.lat is not null`,
    [parks.map(({ source }) => source), parks.map(({ source_id }) => source_id)],
  )
  return rows.map(({ source_id: sourceId, ...row }) => ({ ...row, sourceId }))
}

const newCode = ({ countryCode }: NewPark): ParkCode => makeParkCode(countryCode, randomBytes(4))

const withNewCode = (park: NewPark): ParkToWrite => {
  const code = newCode(park)
  return { ...park, id: null, code, slug: parkSlug({ name: park.name, kind: park.kind, city: park.city, code }) }
}

/** The slug of a known park is not written again, so it may be empty here. */
const withCode = (park: NewPark, stored: StoredRow | undefined): ParkToWrite =>
  stored === undefined ? withNewCode(park) : { ...park, id: stored.id, code: stored.code, slug: '' }

/** Replaces new codes that are taken until all are unique: a country has about a million. */
async function settleCodes(tx: Queryable, parks: readonly ParkToWrite[]): Promise<readonly ParkToWrite[]> {
  const fresh = parks.filter(({ id }) => id === null).map(({ code }) => code)
  const rows = await tx.query<{ code: string }>('select code from parks where code = any($1::text[])', [fresh])
  const taken = new Set(rows.map(({ code }) => code))
  const seen = new Set<string>()
  let clashes = 0
  const settled = parks.map((park) => {
    if (park.id !== null) return park
    const clash = taken.has(park.code) || seen.has(park.code)
    seen.add(park.code)
    clashes += clash ? 1 : 0
    return clash ? withNewCode(park) : park
  })
  return clashes === 0 ? settled : settleCodes(tx, settled)
}

/** Facts and prices stated by operators override the source's; taxes are always the country's. */
async function keepOwn(tx: Queryable, parks: readonly ParkToWrite[]): Promise<readonly ParkToWrite[]> {
  const ids = parks.flatMap(({ id }) => (id === null ? [] : [id]))
  // First, because it locks the car parks: nothing can be stated or published after this.
  const rules = await findOwnRules(tx, ids)
  const said = await findOwnFacts(tx, ids)
  return parks.map((park) => {
    const own = park.id === null ? undefined : said.get(park.id)
    const stated = own === undefined ? park : withOwnFacts(park, own.facts)
    return withOwnRules(stated, park.id === null ? undefined : rules.get(park.id))
  })
}

function withOwnRules(park: ParkToWrite, rules: TariffRules | undefined): ParkToWrite {
  if (rules === undefined) return park
  const { taxes } = park.rate
  const tariff = withVersion({ ...park.rate.tariff, ...rules, demo: false }, taxes)
  const rate = { tariff, taxes, version: tariff.version, hourlyFromMinor: hourlyFrom(tariffFromWire(tariff)) }
  return { ...park, rate, demoFields: park.demoFields.filter((field) => field !== 'tariff') }
}

const toColumns = (park: ParkToWrite): Record<string, unknown> => ({
  code: park.code,
  slug: park.slug,
  source: park.source,
  source_id: park.sourceId,
  name: park.name,
  address: park.address,
  city: park.city,
  state: park.state,
  country_code: park.countryCode,
  lat: park.lat,
  lng: park.lng,
  cell: park.cell,
  timezone: park.timezone,
  kind: park.kind,
  capacity: park.capacity,
  currency: park.currency,
  hourly_from_minor: park.rate.hourlyFromMinor,
  tariff_version: park.rate.version,
  height_limit_m: park.heightLimitM,
  ev_chargers: park.evChargers,
  chargers: park.chargers,
  accessible_spaces: park.accessibleSpaces,
  covered: park.covered,
  opening_hours: park.openingHours,
  amenities: park.amenities,
  demo_fields: park.demoFields,
  attribution: park.attribution,
  fingerprint: park.fingerprint,
})

const COLUMNS = `code, slug, source, source_id, name, address, city, state, country_code, lat, lng, cell, timezone, kind, capacity, currency,
  hourly_from_minor, tariff_version, height_limit_m, ev_chargers, chargers, accessible_spaces, covered, opening_hours, amenities, demo_fields,
  attribution, fingerprint`
/** Never overwritten, because links and signs contain them. */
const KEPT = new Set(['code', 'slug', 'source', 'source_id'])
const SET = COLUMNS.split(',')
  .map((column) => column.trim())
  .filter((column) => !KEPT.has(column))
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

async function writeParks(
  tx: Queryable,
  parks: readonly ParkToWrite[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: number; code: string }>(
    `insert into parks (${COLUMNS}, updated_at)
     select ${COLUMNS}, $2 from jsonb_populate_recordset(null::parks, $1::jsonb)
     on conflict (source, source_id) do update set ${SET}, version = parks.version + 1, updated_at = excluded.updated_at
     returning id, code`,
    [JSON.stringify(parks.map(toColumns)), new Date(nowMs)],
  )
  return new Map(rows.map(({ id, code }) => [code, id]))
}

interface Written {
  /** By code. */
  readonly ids: ReadonlyMap<string, number>
  readonly nowMs: number
}

/** The version in force is never marked as superseded; a version that returns is in force again. */
async function writeTariffs(tx: Queryable, parks: readonly ParkToWrite[], { ids, nowMs }: Written): Promise<void> {
  const rows = parks.map(({ code, rate }) => ({
    park_id: ids.get(code),
    version: rate.version,
    tariff: rate.tariff,
    taxes: rate.taxes,
  }))
  const values = [JSON.stringify(rows), new Date(nowMs)]
  await tx.query(
    `insert into park_tariffs (park_id, version, tariff, taxes, created_at)
     select park_id, version, tariff, taxes, $2 from jsonb_populate_recordset(null::park_tariffs, $1::jsonb)
     on conflict (park_id, version) do update set superseded_at = null`,
    values,
  )
  await tx.query(
    `update park_tariffs t set superseded_at = $2
       from jsonb_populate_recordset(null::park_tariffs, $1::jsonb) as current
      where t.park_id = current.park_id and t.version <> current.version and t.superseded_at is null`,
    values,
  )
}

async function writeTokens(
  tx: Queryable,
  parks: readonly ParkToWrite[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const pairs = parks.flatMap(({ code, tokens, countryCode: country_code }) =>
    [...new Set([...tokens, normaliseText(code)])].map((token) => ({ token, park_id: ids.get(code), country_code })),
  )
  await tx.query('delete from park_tokens where park_id = any($1::int[])', [[...ids.values()]])
  await tx.query(
    `insert into park_tokens (token, park_id, country_code)
     select token, park_id, country_code from jsonb_populate_recordset(null::park_tokens, $1::jsonb)`,
    [JSON.stringify(pairs)],
  )
}
