import { expect, test } from 'vitest'
import {
  chooseLine,
  continueRegion,
  deleteRegion,
  keepRegion,
  loadPackList,
  pauseRegion,
  stopRegion,
} from '../../../src/actions/regions.online.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { readPackList } from '../../../src/db/read/regions.ts'
import { readStreetNames } from '../../../src/db/read/street-names.ts'
import { readStreetRegions } from '../../../src/db/read/street-regions.ts'
import { keepPacksFresh } from '../../../src/sync/packs/keep-packs-fresh.ts'
import { offline } from '../support/test-phone.ts'
import { chunksOn, filesAsked, keepIt, openScene, parksOn, rowOf, savedPark } from './support/pack-phone.ts'
import { packPark, REGION } from './support/pack-provider.ts'

const HOUR_MS = 3_600_000
const urlOf = ({ provider }: ReturnType<typeof openScene>): string => provider.manifest().streets[0]?.url ?? ''

test('a region is kept whole: car parks, street names, streets', async () => {
  const scene = openScene()
  const { phone, provider } = scene
  const row = await keepIt(scene)
  expect(row).toMatchObject({ job: null, isBroken: false, kept: { parks: 3, revision: provider.manifest().revision } })
  expect((await parksOn(phone)).map(({ park }) => park.id)).toEqual([1, 2, 3])
  expect((await readStreetNames(phone.dbs)).map(({ region }) => region)).toEqual([REGION])
  expect(await chunksOn(urlOf(scene))).toBe(3)
  expect((await readStreetRegions(phone.dbs)).value?.map(({ url }) => url)).toEqual([urlOf(scene)])
  expect(await phone.dbs.public.stagedFiles.count()).toBe(0)
})

test('the list of regions is asked for once a day', async () => {
  const { phone, clock } = openScene()
  await loadPackList('CA', phone)
  await loadPackList('CA', phone)
  expect((await readPackList('CA', phone.dbs)).value?.map(({ name }) => name)).toEqual(['Toronto'])
  const asked = () => phone.line.sent.filter(({ path }) => path === '/parks/packs').length
  expect(asked()).toBe(1)
  clock.advance(25 * HOUR_MS)
  await loadPackList('CA', phone)
  expect(asked()).toBe(2)
})

test('an update brings only what has changed; car parks that closed are gone, also with the last of their cell', async () => {
  const scene = openScene()
  const { phone, provider, clock } = scene
  await keepIt(scene)
  filesAsked(phone)
  provider.parks = [packPark(1, 1), packPark(2, 2, { version: 2, name: 'Renamed' })]
  const changed = provider.hashOf({ cellOf: packPark(2, 2) })
  clock.advance(2 * HOUR_MS)
  provider.madeAt = clock.now() - HOUR_MS
  await continueRegion(REGION, phone)
  await phone.settled()
  expect(filesAsked(phone)).toEqual([`/packs/${changed}.json`])
  expect((await rowOf(phone))?.kept).toMatchObject({ parks: 2, savedAt: clock.now() })
  expect((await parksOn(phone)).map(({ park }) => park.name)).toEqual(['Park 1', 'Renamed'])
})

test('a car park that an answer has brought since the file was made stays, though the file does not know it', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  await applyParks(phone.dbs, [packPark(4, 1)], clock.now())
  await keepIt(scene)
  expect((await parksOn(phone)).map(({ park }) => park.id)).toEqual([1, 2, 3, 4])
})

test('an unchanged region becomes as young as the answer, and asks for no file', async () => {
  const scene = openScene()
  const { phone, provider, clock } = scene
  await keepIt(scene)
  filesAsked(phone)
  clock.advance(30 * HOUR_MS)
  await continueRegion(REGION, phone)
  await phone.settled()
  expect(filesAsked(phone)).toEqual([])
  const { park, savedAt } = await savedPark(phone, { id: 1 })
  expect(savedAt).toBe(clock.now())
  expect(park.rate.valid_until).toBe(provider.manifest().valid_until)
})

test('what an answer has said since is not taken back by a file: newer versions, newer prices, free spaces', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  const seen = { available: 7, available_at: '2026-11-23T11:59:00Z' }
  await applyParks(phone.dbs, [packPark(1, 1, { version: 9, name: 'Newer' })], clock.now())
  await applyParks(phone.dbs, [{ ...packPark(2, 2), ...seen }], clock.now())
  const dearer = packPark(3, 3)
  await applyParks(phone.dbs, [{ ...dearer, tariff_version: 'v2' }], clock.now())
  await keepIt(scene)
  expect((await savedPark(phone, { id: 1 })).park).toMatchObject({ version: 9, name: 'Newer' })
  expect((await savedPark(phone, { id: 2 })).park).toMatchObject(seen)
  expect((await savedPark(phone, { id: 3 })).park.tariff_version).toBe('v2')
})

test('a pause holds after the next piece, survives a restart, and goes on from there only by hand', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  phone.line.through = async (request, next) => {
    if (request.url.includes('/tiles/')) await pauseRegion(REGION, phone)
    return next(request)
  }
  const paused = await keepIt(scene)
  expect(paused).toMatchObject({ kept: null, job: { state: 'paused', reason: 'driver', areParksHere: true } })
  expect(await parksOn(phone)).toEqual([])
  const again = phone.restart()
  clock.advance(48 * HOUR_MS)
  await keepPacksFresh(again)
  expect(again.line.sent).toEqual([])
  await continueRegion(REGION, again)
  await again.settled()
  expect((await rowOf(again))?.job).toBeNull()
  // One chunk arrived before the pause.
  expect(filesAsked(again).map((path) => path.slice(0, 7))).toEqual(['/tiles/', '/tiles/'])
})

test('with the signal gone it waits, and goes on by itself when it is back', async () => {
  const scene = openScene()
  const { phone } = scene
  phone.line.through = (request, next) => (request.url.includes('/tiles/') ? offline(request, next) : next(request))
  expect((await keepIt(scene))?.job).toMatchObject({ state: 'paused', reason: 'no_signal' })
  phone.line.through = (request, next) => next(request)
  await keepPacksFresh(phone)
  expect(await rowOf(phone)).toMatchObject({ job: null, kept: { parks: 3 } })
})

test('stop leaves nothing of a region that was never whole, and what was whole as it was', async () => {
  const scene = openScene()
  const { phone, provider } = scene
  const stopAtStreets = async () => {
    phone.line.through = async (request, next) => {
      if (request.url.includes('/tiles/')) await stopRegion(REGION, phone)
      return next(request)
    }
    await keepIt(scene)
    phone.line.through = (request, next) => next(request)
  }
  await stopAtStreets()
  expect(await rowOf(phone)).toBeUndefined()
  expect(await phone.dbs.public.stagedFiles.count()).toBe(0)
  expect(await chunksOn(urlOf(scene))).toBe(0)
  const whole = await keepIt(scene)
  const before = urlOf(scene)
  provider.archive = new Uint8Array(70_000).fill(7)
  await stopAtStreets()
  expect(await rowOf(phone)).toMatchObject({ job: null, kept: whole?.kept })
  expect([await chunksOn(before), await chunksOn(urlOf(scene))]).toEqual([3, 0])
})

test('delete frees files, streets and car parks, but those in use', async () => {
  const scene = openScene()
  const { phone } = scene
  await keepIt(scene)
  await phone.dbs.public.recents.put({ key: 'park:2', kind: 'park', at: 1, parkId: 2 })
  await deleteRegion(REGION, phone)
  expect(await rowOf(phone)).toBeUndefined()
  expect((await parksOn(phone)).map(({ park }) => park.id)).toEqual([2])
  expect(await phone.dbs.public.packFiles.count()).toBe(0)
  expect(await chunksOn(urlOf(scene))).toBe(0)
})

test('two tabs that ask for it bring it once, and show the same', async () => {
  const scene = openScene()
  const { phone } = scene
  const other = phone.tab()
  const { files: _files, valid_until: _valid, ...pack } = scene.provider.manifest()
  await Promise.all([keepRegion(pack, phone), keepRegion(pack, other)])
  await Promise.all([phone.settled(), other.settled()])
  expect(await rowOf(phone)).toMatchObject({ job: null, kept: { parks: 3 } })
  expect(await rowOf(other)).toEqual(await rowOf(phone))
  const asked = [...filesAsked(phone), ...filesAsked(other)].filter((path) => path.startsWith('/packs/'))
  expect(asked).toHaveLength(4)
})

test('kept regions are asked about by themselves when they are old, the last search’s sooner', async () => {
  const scene = openScene()
  const { phone, clock } = scene
  await keepIt(scene)
  const look = async () => {
    phone.line.sent.splice(0)
    await keepPacksFresh(phone)
    return phone.line.sent.some(({ path }) => path === `/parks/packs/${REGION}`)
  }
  expect(await look()).toBe(false)
  clock.advance(7 * HOUR_MS)
  expect(await look()).toBe(false)
  const search = { key: 's', text: 'Toronto', near: { lat: 43.7, lng: -79.39 }, country: 'CA' as const, at: 1 }
  await phone.dbs.public.recents.put({ key: 's', kind: 'search', at: 1, search })
  expect(await look()).toBe(true)
  await phone.dbs.public.recents.clear()
  clock.advance(25 * HOUR_MS)
  expect(await look()).toBe(true)
})

test.each([
  ['data is to be saved', { saveData: true }, false],
  ['the line is a mobile one', { type: 'cellular' }, true],
])('where %s nothing comes unasked, and what is asked for does', async (_, connection, isByChoice) => {
  const scene = openScene()
  const { phone, clock } = scene
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
  try {
    expect((await keepIt(scene))?.job).toBeNull()
    clock.advance(25 * HOUR_MS)
    phone.line.sent.splice(0)
    await keepPacksFresh(phone)
    expect(phone.line.sent).toEqual([])
    await chooseLine(true, phone)
    await phone.settled()
    expect(phone.line.sent.length > 0).toBe(isByChoice)
  } finally {
    Reflect.deleteProperty(navigator, 'connection')
  }
})
