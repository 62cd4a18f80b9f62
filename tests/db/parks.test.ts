import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { parksOfTile } from '../../src/db/tile-text.ts'
import { applyParkTiles } from '../../src/db/apply/park-tiles.ts'
import { applyParks } from '../../src/db/apply/parks.ts'
import { recordSearch, recordViewedPark } from '../../src/db/apply/recents.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { readPark } from '../../src/db/read/park.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { readParksNear } from '../../src/db/read/parks-near.ts'
import { readRecents } from '../../src/db/read/recents.ts'
import { must } from '../../src/lib/assert.ts'
import { cellOf, distanceMetres } from '../../src/lib/cell.ts'
import type { Park } from '../../src/contract/parks.ts'
import { parkOf } from './support/park.ts'

let dbs: Databases
let databaseCount = 0
beforeEach(() => {
  databaseCount += 1
  dbs = openDatabases({ prefix: `parks-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange })
})

const HERE = { lat: 43.65, lng: -79.38 }
const MINUTE = 60_000
const search = async (text: string) => (await readParkSearch({ text, limit: 10 }, dbs)).value.map(({ name }) => name)

describe('parks in the mirror', () => {
  it('are found nearest first, exactly as a full scan would find them', async () => {
    const place = fc.record({
      lat: fc.double({ min: 43, max: 44.3, noNaN: true }),
      lng: fc.double({ min: -80, max: -78.7, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 60 }), async (places) => {
        databaseCount += 1
        const own = openDatabases({ prefix: `scan-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange })
        const parks = places.map((at, index) => parkOf({ id: index + 1, ...at }))
        await applyParks(own, parks, 1)
        const found = await readParksNear({ at: HERE, limit: 20, radiusMetres: 50_000 }, own)
        const scanned = parks
          .map((park, index) => ({ id: park.id, distance: distanceMetres(HERE, places[index] ?? HERE) }))
          .filter(({ distance }) => distance <= 50_000)
          .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
          .slice(0, 20)
        expect(found.value.map(({ id }) => id)).toEqual(scanned.map(({ id }) => id))
        own.close()
      }),
      { numRuns: 25 },
    )
  })

  it('are near as a full scan finds them after any change that another tab made', async () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      lat: fc.double({ min: 43.64, max: 43.66, noNaN: true }),
      lng: fc.double({ min: -79.4, max: -79.3, noNaN: true }),
      isGone: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        databaseCount += 1
        const storage = { prefix: `steps-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange }
        const [own, otherTab] = [openDatabases(storage), openDatabases(storage)]
        const there = new Map<number, Park>()
        for (const [at, { id, lat, lng, isGone }] of steps.entries()) {
          const before = there.get(id)
          if (isGone && before !== undefined) {
            const cell = cellOf(before.lat ?? 0, before.lng ?? 0)
            there.delete(id)
            const left = [...there.values()].filter((park) => cellOf(park.lat ?? 0, park.lng ?? 0) === cell)
            await applyParkTiles(otherTab, { tiles: [{ cell, parks: left }], startedAt: at + 1, savedAt: at + 1 })
          } else {
            there.set(id, parkOf({ id, lat, lng, version: at + 1 }))
            await applyParks(otherTab, [must(there.get(id), 'a car park')], at + 1)
          }
          const found = await readParksNear({ at: HERE, limit: 3, radiusMetres: 50_000 }, own)
          const scanned = [...there.values()]
            .map((park) => ({
              id: park.id,
              distance: distanceMetres(HERE, { lat: park.lat ?? 0, lng: park.lng ?? 0 }),
            }))
            .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
          expect(found.value.map((park) => park.id)).toEqual(scanned.slice(0, 3).map((park) => park.id))
        }
        own.close()
        otherTab.close()
      }),
      { numRuns: 25 },
    )
  })

  it('are near again where they are now, once the provider has corrected their place', async () => {
    const wrong = parkOf({ id: 1, ...HERE })
    await applyParks(dbs, [wrong, parkOf({ id: 2, ...HERE, lat: HERE.lat + 0.001 })], 1)
    const near = async () => (await readParksNear({ at: HERE, limit: 2, radiusMetres: 2_000 }, dbs)).value
    expect((await near()).map(({ id }) => id)).toEqual([1, 2])
    await applyParks(dbs, [{ ...wrong, lat: HERE.lat + 0.002, version: wrong.version + 1 }], 2)
    expect((await near()).map(({ id, distance_m }) => [id, distance_m])).toEqual([
      [2, 111],
      [1, 222],
    ])
  })

  it('that were given up are passed over: the next nearest take their place', async () => {
    const far = { lat: HERE.lat, lng: HERE.lng + 0.1 }
    const gone = Array.from({ length: 60 }, (_, index) => parkOf({ id: index + 1, ...HERE }))
    await applyParks(dbs, [...gone, parkOf({ id: 99, ...far })], 1)
    await dbs.public.tiles.delete(cellOf(HERE.lat, HERE.lng))
    const { value } = await readParksNear({ at: HERE, limit: 2, radiusMetres: 20_000 }, dbs)
    expect(value.map(({ id }) => id)).toEqual([99])
  })

  it('are found by their chargers alone where that is wanted, however many others are nearer', async () => {
    const others = Array.from({ length: 70 }, (_, index) => parkOf({ id: index + 1, ...HERE }))
    const chargers: Park['chargers'] = [
      { connector: 'type2', power_kw: 50, count: 2, price: null, per: null, free: null, free_at: null },
    ]
    const charging = parkOf({ id: 99, ...HERE, lat: HERE.lat + 0.001, chargers })
    await applyParks(dbs, [...others, charging], 1)
    const { value } = await readParksNear({ at: HERE, limit: 5, radiusMetres: 20_000, charging: true }, dbs)
    expect(value.map(({ id }) => id)).toEqual([99])
  })

  it('keep every letter of every script, whole or alone', async () => {
    const name = 'Gare de l’Est – 駅 🅿️ \\u0041 "é" \ud800'
    const attribution = '\u0000\u001f\u007f\u0080\u2028'
    const parks = [parkOf({ id: 1, name, attribution, ...HERE }), parkOf({ id: 2, name: 'Last', ...HERE })]
    await applyParks(dbs, parks, 7)
    const { value } = await readParksNear({ at: HERE, limit: 2, radiusMetres: 2_000 }, dbs)
    expect(value).toEqual(parks.map((park) => ({ ...park, savedAt: 7, distance_m: 0 })))
    const rows = await dbs.public.tiles.toArray()
    expect(rows.flatMap(parksOfTile).map(({ park }) => park)).toEqual(parks)
  })

  it('are found by any word of name, place or code, without accents, the name first', async () => {
    await applyParks(
      dbs,
      [
        parkOf({ id: 1, name: 'Gare routière', city: 'Thiès', country_code: 'SN', code: 'SN7KQ2M' }),
        parkOf({ id: 2, name: 'Thies Central', city: 'Dakar' }),
        parkOf({ id: 3, name: 'Station', city: 'Dakar' }),
      ],
      1,
    )
    expect(await search('thiès')).toEqual(['Thies Central', 'Gare routière'])
    expect(await search('GARE thi')).toEqual(['Gare routière'])
    expect(await search('sn7kq2m')).toEqual(['Gare routière'])
    expect(await search('th')).toEqual(['Thies Central', 'Gare routière'])
    expect(await search('gare dakar')).toEqual([])
    expect((await readParkSearch({ text: 'thies', limit: 10, country: 'SN' }, dbs)).value).toHaveLength(1)
  })

  it('without coordinates are on no map but found by text, slug and code', async () => {
    await applyParks(
      dbs,
      [parkOf({ id: 7, name: 'Balogun Market', lat: null, lng: null, slug: 'balogun-lagos', code: 'NG7KQ2M' })],
      5,
    )
    expect((await readParksNear({ at: HERE, limit: 5, radiusMetres: 50_000 }, dbs)).value).toEqual([])
    expect(await search('balogun')).toEqual(['Balogun Market'])
    expect(await readPark('balogun-lagos', dbs)).toMatchObject({ value: { id: 7 }, savedAt: 5 })
    expect(await readPark('ng7kq2m', dbs)).toMatchObject({ value: { id: 7 } })
    expect(await readPark('unknown-lagos', dbs)).toEqual({ value: null, savedAt: null })
  })

  it('that moved or were renamed leave their old tile and words behind', async () => {
    await applyParks(dbs, [parkOf({ id: 1, name: 'Alpha' })], 1)
    await applyParks(dbs, [parkOf({ id: 1, name: 'Bravo', lat: 44.65, version: 2 })], 2)
    expect(await search('alpha')).toEqual([])
    expect(await search('bravo')).toEqual(['Bravo'])
    const tile = await dbs.public.tiles.get(cellOf(43.65, -79.38))
    expect(tile === undefined ? null : parksOfTile(tile)).toEqual([])
  })

  it('keep the newer version when an older answer comes late', async () => {
    await applyParks(dbs, [parkOf({ id: 1, name: 'New', version: 2 })], 2 * MINUTE)
    await applyParks(dbs, [parkOf({ id: 1, name: 'Old', version: 1 })], 3 * MINUTE)
    expect(await search('new')).toEqual(['New'])
    const stale = parkOf({ id: 1, name: 'New', version: 2, available: 1, available_at: '2026-11-23T11:00:00Z' })
    await applyParks(dbs, [stale], 4 * MINUTE)
    expect((await readPark('park-toronto-1', dbs)).value?.available).toBe(5)
  })

  it('grow younger with each answer that still holds them', async () => {
    await applyParks(dbs, [parkOf({ id: 1 })], MINUTE)
    await applyParks(dbs, [parkOf({ id: 1 })], 10 * MINUTE)
    expect((await readPark('park-toronto-1', dbs)).savedAt).toBe(10 * MINUTE)
  })

  it('take the age of the next answer when theirs is from the future, from a clock that was wrong', async () => {
    await applyParks(dbs, [parkOf({ id: 1 })], 3_000 * MINUTE)
    await applyParks(dbs, [parkOf({ id: 1 })], 10 * MINUTE)
    expect((await readPark('park-toronto-1', dbs)).savedAt).toBe(10 * MINUTE)
    await applyParks(dbs, [parkOf({ id: 1 })], 3_000 * MINUTE)
    const cell = cellOf(HERE.lat, HERE.lng)
    await applyParkTiles(dbs, { tiles: [{ cell, parks: [] }], startedAt: 11 * MINUTE, savedAt: 12 * MINUTE })
    expect((await readPark('park-toronto-1', dbs)).value).toBeNull()
  })

  it('take a renewed tariff at once, also without a new version of the park', async () => {
    const park = parkOf({ id: 1 })
    await applyParks(dbs, [park], MINUTE)
    await applyParks(dbs, [{ ...park, tariff_version: 'renewed' }], MINUTE + 1)
    expect((await readPark('park-toronto-1', dbs)).value?.tariff_version).toBe('renewed')
  })

  it('take an answer that no longer knows how many spaces are free', async () => {
    await applyParks(dbs, [parkOf({ id: 1 })], MINUTE)
    await applyParks(dbs, [parkOf({ id: 1, available: null, available_at: null })], 3 * MINUTE)
    expect(await readPark('park-toronto-1', dbs)).toMatchObject({ value: { available: null }, savedAt: 3 * MINUTE })
  })

  it('leave with a whole tile that no longer holds them, but not when they came in meanwhile', async () => {
    const cell = cellOf(HERE.lat, HERE.lng)
    await applyParks(dbs, [parkOf({ id: 1, name: 'Closed' })], MINUTE)
    await applyParks(dbs, [parkOf({ id: 2, name: 'Opened' })], 3 * MINUTE)
    await applyParkTiles(dbs, { tiles: [{ cell, parks: [] }], startedAt: 2 * MINUTE, savedAt: 4 * MINUTE })
    expect(await search('closed')).toEqual([])
    expect(await search('opened')).toEqual(['Opened'])
    expect((await readPark('park-toronto-1', dbs)).value).toBeNull()
  })
})

describe('recents', () => {
  it('keep the last eight searches, the same one only once', async () => {
    for (let at = 1; at <= 12; at += 1)
      await recordSearch(dbs, { text: `place ${String(at)}`, near: null, country: 'CA', at })
    await recordSearch(dbs, { text: 'Place 9', near: null, country: 'CA', at: 20 })
    const { searches } = (await readRecents(dbs)).value
    expect(searches).toHaveLength(8)
    expect(searches.slice(0, 2).map(({ text }) => text)).toEqual(['Place 9', 'place 12'])
  })

  it('list viewed parks, the last one first', async () => {
    await applyParks(dbs, [parkOf({ id: 1 }), parkOf({ id: 2 })], 1)
    await recordViewedPark(dbs, 1, 10)
    await recordViewedPark(dbs, 2, 20)
    await recordViewedPark(dbs, 1, 30)
    expect((await readRecents(dbs)).value.parks.map(({ id }) => id)).toEqual([1, 2])
  })
})
