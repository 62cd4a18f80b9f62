import { afterAll, beforeAll, expect, test } from 'vitest'
import { findParks } from '../../src/actions/parks.online.ts'
import { PARKS_OF_CELLS } from '../../src/contract/parks.ts'
import { readParksNear } from '../../src/db/read/parks-near.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { phoneAt, valueOf } from './support/provider-phone.ts'
import type { TestPhone } from './support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

/** The centre of a cell, and that of its eastern neighbour. */
const HERE = { lat: 43.675, lng: -79.375 }
const THERE = { lat: 43.675, lng: -79.325 }

/** Inserts copies of one park, all in one place. */
async function insertCopies(at: typeof HERE, count: number): Promise<void> {
  const { db } = provider.deps
  const { id } = await insertTestPark(db)
  await db.query(
    `with copies as (
       insert into parks (code, slug, source, source_id, name, country_code, lat, lng, cell, timezone, kind, capacity, currency, tariff_version,
                          attribution, fingerprint, updated_at)
       select code || '-' || n, slug || '-' || n, source, source_id || '-' || n, name, country_code, $2, $3, $4, timezone, kind, capacity, currency,
              tariff_version, attribution, fingerprint, updated_at
         from parks cross join generate_series(1, $5::integer) as n where id = $1 returning id)
     insert into park_tariffs (park_id, version, tariff, taxes, created_at)
     select copies.id, version, tariff, taxes, created_at from copies cross join park_tariffs where park_id = $1`,
    [id, at.lat, at.lng, cellOf(at.lat, at.lng), count],
  )
}

const tilesAsked = (phone: TestPhone): number => phone.line.sent.filter(({ path }) => path === '/parks/cells').length

async function savedAt(phone: TestPhone, at: typeof HERE): Promise<number> {
  const near = await readParksNear({ at, limit: 3 * PARKS_OF_CELLS, radiusMetres: 1_000 }, phone.dbs)
  return near.value.length
}

test('cells that do not fit into one answer are asked for again, and a cell that is too full loses nothing', async () => {
  const each = PARKS_OF_CELLS * 0.7
  await insertCopies(HERE, each)
  await insertCopies(THERE, each)
  const phone = phoneAt(provider)
  valueOf(await findParks({ near: HERE }, phone))
  await phone.settled()
  expect([await savedAt(phone, HERE), await savedAt(phone, THERE)]).toEqual([each, each])
  expect(tilesAsked(phone)).toBe(2)
  await insertCopies(HERE, PARKS_OF_CELLS)
  provider.clock.advance(61_000)
  valueOf(await findParks({ near: HERE }, phone))
  await phone.settled()
  // Of the full cell only the search's own page is updated; car parks missing from that answer are kept.
  expect(await savedAt(phone, HERE)).toBeGreaterThanOrEqual(each)
  expect(await savedAt(phone, THERE)).toBe(each)
  expect(tilesAsked(phone)).toBe(4)
}, 60_000)
