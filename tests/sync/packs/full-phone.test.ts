import { afterEach, expect, test } from 'vitest'
import { continueRegion } from '../../../src/actions/regions.online.ts'
import { applyFreeSpace } from '../../../src/db/apply/free-space.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { readStorageUsage } from '../../../src/db/read/storage-usage.ts'
import { createStreetChunks, readKeptStreets } from '../../../src/db/street-chunks.ts'
import { onPublic } from '../../../src/db/with-db.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import { keepPacksFresh } from '../../../src/sync/packs/keep-packs-fresh.ts'
import type { TestPhone } from '../support/test-phone.ts'
import { filesAsked, keepIt, openScene, parksOn, rowOf } from './support/pack-phone.ts'
import { packPark, REGION } from './support/pack-provider.ts'

afterEach(() => selectedCountry.set(null))

const quotaError = (): DOMException => new DOMException('no room', 'QuotaExceededError')

/** From now on no further writes to these tables fit. */
function fill(phone: TestPhone, tables: readonly string[]): { free(): void } {
  let isFull = true
  phone.dbs.public.use({
    stack: 'dbcore',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) =>
            isFull && tables.includes(name) && request.type === 'put'
              ? Promise.reject(quotaError())
              : table.mutate(request),
        }
      },
    }),
  })
  return {
    free() {
      isFull = false
    },
  }
}

const OTHER = packPark(90, 40, { country_code: 'SN', lat: 14.7, lng: -17.4 })

test.each([['stagedFiles'], ['tiles'], ['packFiles']])(
  'where %s do not fit, the region waits and says so, and nothing else is given up for it',
  async (table) => {
    const scene = openScene()
    const { phone, clock } = scene
    selectedCountry.set({ code: 'CA' } as never)
    await applyParks(phone.dbs, [OTHER], clock.now())
    const looked = createStreetChunks(clock.now)
    await looked.put('/tiles/dakar-0123456789abcdef.pmtiles', 0, new ArrayBuffer(8))
    const next = phone.restart()
    const disk = fill(next, [table])
    const row = await keepIt(scene, next)
    expect(row).toMatchObject({ kept: null, job: { state: 'paused', reason: 'full' } })
    expect((await parksOn(next)).map(({ park }) => park.id)).toContain(OTHER.id)
    expect((await readKeptStreets()).cached.count).toBe(1)
    disk.free()
    await keepPacksFresh(next)
    expect((await rowOf(next))?.job?.reason).toBe('full')
    await continueRegion(REGION, next)
    await next.settled()
    expect(await rowOf(next)).toMatchObject({ job: null, kept: { parks: 3 } })
  },
)

/** Simulates a more important write that does not fit until room was made this many times. */
async function writeDearly({ dbs }: TestPhone, steps: number): Promise<void> {
  let tries = 0
  await onPublic(dbs, () => ((tries += 1) <= steps ? Promise.reject(quotaError()) : Promise.resolve()))
}

test('a full phone gives up looked at streets, then those of regions, then other countries, kept regions’ car parks last', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  selectedCountry.set({ code: 'CA' } as never)
  await keepIt(scene)
  await applyParks(phone.dbs, [OTHER], clock.now())
  await createStreetChunks(clock.now).put('/tiles/dakar-0123456789abcdef.pmtiles', 0, new ArrayBuffer(8))
  const left = async () => {
    const { cached, ofRegions } = await readKeptStreets()
    const ids = new Set((await parksOn(phone)).map(({ park }) => park.id))
    return [cached.count, ofRegions.count, ids.has(OTHER.id), ids.has(1), (await rowOf(phone))?.isBroken]
  }
  await writeDearly(phone, 1)
  expect(await left()).toEqual([0, 3, true, true, false])
  await writeDearly(phone, 2)
  expect(await left()).toEqual([0, 0, true, true, true])
  await writeDearly(phone, 3)
  expect(await left()).toEqual([0, 0, false, true, true])
  await writeDearly(phone, 4)
  expect(await left()).toEqual([0, 0, false, false, true])
  // What was given up is downloaded again automatically, and not reported as present until then.
  filesAsked(phone)
  await keepPacksFresh(phone)
  expect(filesAsked(phone)).toHaveLength(7)
  expect(await left()).toEqual([0, 3, false, true, false])
})

test('the driver’s own “Free up” spares kept regions, also those of another country', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  await keepIt(scene)
  await applyParks(phone.dbs, [OTHER], clock.now())
  await applyFreeSpace(phone.dbs, 'US')
  expect((await parksOn(phone)).map(({ park }) => park.id)).toEqual([1, 2, 3])
  const { regions, parks } = await readStorageUsage(phone.dbs)
  expect([regions.count, parks.size]).toEqual([1, 0])
  expect((await readKeptStreets()).ofRegions.count).toBe(3)
})
