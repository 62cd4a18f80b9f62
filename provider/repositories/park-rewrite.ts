/** Reads a stored car park and rewrites it with facts from its operator. */
import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { NewPark } from './new-park.ts'
import { type OwnFacts, withOwnFacts } from './own-facts.ts'
import { type ParkToWrite, writeAll } from './parks-store.ts'

type Row = Omit<NewPark, 'tokens' | 'rate'> & {
  readonly id: number
  readonly code: string
  readonly slug: string
  readonly version: string
  readonly tariff: TariffWire
  readonly taxes: readonly TaxWire[]
  readonly hourlyFromMinor: number | null
  readonly chargers: readonly ChargerBody[]
}

const SELECT = `
  select p.id, p.code, p.slug, p.source, p.source_id as "sourceId", p.name, p.address, p.city, p.state, p.country_code as "countryCode",
         p.lat, p.lng, p.cell, p.timezone, p.kind, p.capacity, p.currency, p.height_limit_m as "heightLimitM",
         p.ev_chargers as "evChargers", p.chargers, p.accessible_spaces as "accessibleSpaces", p.covered,
         p.opening_hours as "openingHours", p.amenities, p.demo_fields as "demoFields", p.attribution, p.fingerprint,
         p.hourly_from_minor as "hourlyFromMinor", p.tariff_version as version, t.tariff, t.taxes
    from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version where p.id = $1`

/** A park with its existing id. */
export interface StoredPark extends ParkToWrite {
  readonly id: number
}

export async function findStoredPark(db: Queryable, parkId: number): Promise<StoredPark> {
  const [row] = await db.query<Row>(SELECT, [parkId])
  const { version, tariff, taxes, hourlyFromMinor, ...park } = must(row, 'stored park')
  // The search tokens are recomputed when the park is written.
  return { ...park, tokens: [], rate: { version, tariff, taxes, hourlyFromMinor } }
}

/** Call in a transaction that has locked the park. */
export async function rewritePark(
  tx: Queryable,
  { park, facts, nowMs }: { readonly park: StoredPark; readonly facts: OwnFacts; readonly nowMs: number },
): Promise<void> {
  await writeAll(tx, [withOwnFacts(park, facts)], nowMs)
}

/** Counts the spaces promised at the future peak. */
export async function countPromised(db: Queryable, parkId: number, nowMs: number): Promise<number> {
  const [row] = await db.query<{ promised: number }>('select most_promised($1, $2) as promised', [
    parkId,
    new Date(nowMs),
  ])
  return must(row, 'count').promised
}
