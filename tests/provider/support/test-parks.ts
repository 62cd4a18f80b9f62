import type { TariffWire, TaxWire } from '../../../src/contract/tariff.ts'
import { toWire } from '../../../src/contract/wire-mapping.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import type { Tariff, Tax } from '../../../src/domain/tariff.ts'
import type { Database } from '../../../provider/db/database.ts'

/** C$2.00 per started half hour, at most C$10 a day, every day; HST included in the price. */
export const TEST_TARIFF: Tariff = {
  version: 'v1',
  currency: 'CAD',
  unitMinutes: 30,
  windows: [
    {
      days: [0, 1, 2, 3, 4, 5, 6],
      fromMinute: 0,
      toMinute: 1440,
      price: { kind: 'unit', tiers: [{ fromUnit: 0, unitPriceMinor: 200 }] },
    },
  ],
  caps: [{ kind: 'day', amountMinor: 1000, startsAtMinute: 0 }],
  packages: [],
  events: [],
  fees: [{ code: 'service', kind: 'flat', value: 50, taxed: false }],
  freeFirstMinutes: 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes: 0,
  vehiclePercent: {},
  demo: true,
}

export const TEST_TAX: Tax = {
  code: 'hst',
  name: 'HST',
  kind: 'percent',
  value: 13_000,
  compound: false,
  included: true,
  fromMs: null,
  toMs: null,
}

export interface TestPark {
  readonly id: number
  readonly capacity: number | null
  readonly name: string
}

const PLACE = { lat: 43.65, lng: -79.38 }

/** Inserts a new park in Toronto; parks made here lie 100 m apart. */
export async function insertTestPark(
  db: Database,
  options: { readonly capacity?: number | null; readonly name?: string } = {},
): Promise<TestPark> {
  const { capacity = 2, name = 'Test Park' } = options
  const [count] = await db.query<{ n: number }>('select count(*) as n from parks')
  const number = (count?.n ?? 0) + 1
  const lat = PLACE.lat + number * 0.0009
  const [row] = await db.query<{ id: number }>(
    `insert into parks (code, slug, source, source_id, name, country_code, lat, lng, cell, timezone, kind, capacity, currency, tariff_version,
       attribution, fingerprint, updated_at)
     values ($1, $2, 'test', $1, $3, 'CA', $4, $5, $6, 'America/Toronto', 'lot', $7, 'CAD', 'v1', '', '', now()) returning id`,
    [`CATEST${String(number)}`, `test-park-${String(number)}`, name, lat, PLACE.lng, cellOf(lat, PLACE.lng), capacity],
  )
  if (row === undefined) throw new Error('No park')
  await setTariff(db, row.id, { tariff: TEST_TARIFF })
  return { id: row.id, capacity, name }
}

export interface TariffChange {
  readonly tariff: Tariff
  readonly supersededAt?: Date
}

/** Sets a tariff, which supersedes the one in force at `supersededAt`. */
export async function setTariff(db: Database, parkId: number, change: TariffChange): Promise<void> {
  const { tariff, supersededAt = new Date() } = change
  const wire = toWire<TariffWire>(structuredClone(tariff) as Parameters<typeof toWire<TariffWire>>[0])
  await db.query('update park_tariffs set superseded_at = $2 where park_id = $1 and superseded_at is null', [
    parkId,
    supersededAt,
  ])
  await db.query(
    'insert into park_tariffs (park_id, version, tariff, taxes, created_at) values ($1, $2, $3, $4, now())',
    [parkId, tariff.version, JSON.stringify(wire), JSON.stringify([toWire<TaxWire>({ ...TEST_TAX })])],
  )
  await db.query('update parks set tariff_version = $2 where id = $1', [parkId, tariff.version])
}
