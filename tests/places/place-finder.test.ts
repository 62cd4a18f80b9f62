import { afterEach, expect, test, vi } from 'vitest'
import type { CountryCode } from '../../src/domain/country.ts'
import { createPlaceFinder, type PlaceSources } from '../../src/places/place-finder.ts'
import type { PlaceAnswer } from '../../src/places/place-messages.ts'
import { must } from '../../src/lib/assert.ts'
import { readPlaces } from '../domain/places/support/place-indexes.ts'
import { makeStreets } from '../domain/places/support/streets.ts'

const TORONTO = { lat: 43.6532, lng: -79.3832 }

function startFinder(sources: Partial<PlaceSources> = {}) {
  const loadPack = vi.fn(async (country: CountryCode) => readPlaces(country))
  const finder = createPlaceFinder({ loadPack, loadTowns: async () => [], ...sources })
  const ask = async (text: string, country: CountryCode | null = 'CA'): Promise<readonly PlaceAnswer[]> => {
    const answers: PlaceAnswer[] = []
    await finder.ask({ id: 1, text, near: TORONTO, country }, (answer) => answers.push(answer))
    return answers
  }
  return { finder, ask, loaded: () => loadPack.mock.calls.map(([country]) => country) }
}
afterEach(() => {
  vi.useRealTimers()
})

const namesOf = (answer: PlaceAnswer | undefined) => answer?.places.map(({ name }) => name)

test('what the own country answers loads no other', async () => {
  const { ask, loaded } = startFinder()
  const [answer, ...more] = await ask('union station')
  expect(answer).toMatchObject({ isLast: true, best: { name: 'Union Station', city: 'Toronto', isWhole: true } })
  expect(more).toEqual([])
  expect(loaded()).toEqual(['CA'])
})

test('nor does it wait for the towns of the built-in map, which may not come', async () => {
  const { ask } = startFinder({ loadTowns: () => new Promise(() => undefined) })
  expect((await ask('union station'))[0]).toMatchObject({ isLast: true, best: { name: 'Union Station' } })
})

test('towns that do not come hold up no answer', async () => {
  vi.useFakeTimers()
  const { ask } = startFinder({ loadTowns: () => new Promise(() => undefined) })
  const answers = ask('jfk')
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await answers).at(-1)).toMatchObject({ isLast: true, best: { as: 'JFK' } })
})

test('what it does not know is looked for in the others, and no row moves', async () => {
  const { ask, loaded } = startFinder()
  const [first, second] = await ask('jfk')
  expect(first).toMatchObject({ isLast: false, best: null })
  expect(second).toMatchObject({ isLast: true, best: { name: 'John F Kennedy International Airport', as: 'JFK' } })
  expect(loaded().toSorted()).toEqual(['CA', 'NG', 'SN', 'US'])
  const [typo, all] = await startFinder().ask('bostn')
  const before = must(namesOf(typo), 'names')
  expect(namesOf(all)?.slice(0, before.length)).toEqual(before)
})

test('without a country’s file the towns of the built-in map are found', async () => {
  const dakar = {
    name: 'Dakar',
    otherNames: [],
    kind: 'city',
    city: 'Dakar',
    state: 'Dakar',
    countryCode: 'SN',
  } as const
  const { ask } = startFinder({
    loadPack: async () => null,
    loadTowns: async () => [{ ...dakar, lat: 14.7, lng: -17.4, rank: 2 }],
  })
  expect((await ask('dakar', 'SN')).at(-1)).toMatchObject({ best: { name: 'Dakar', kind: 'city' }, isLast: true })
  expect((await ask('dak', null)).at(-1)).toMatchObject({ best: { name: 'Dakar' } })
})

test('streets of a kept region are found beside the places', async () => {
  const { finder, ask } = startFinder()
  finder.addPlaces('streets', makeStreets(20_000))
  expect((await ask('dundas street west'))[0]?.best).toMatchObject({
    name: 'Dundas Street West',
    kind: 'street',
    city: 'Toronto',
  })
})

test('coordinates are answered without any place, a shared link by its words', async () => {
  const { ask, loaded } = startFinder()
  expect(await ask('43.6532, -79.3832')).toEqual([
    { id: 1, position: { kind: 'at', at: TORONTO, isSwapped: false }, places: [], best: null, isLast: true },
  ])
  expect(loaded()).toEqual([])
  expect((await ask('geo:0,0?q=Union+Station'))[0]?.best).toMatchObject({ name: 'Union Station' })
})

test('a row that lacks one of the words is offered, not taken for what was meant', async () => {
  const { ask } = startFinder()
  expect((await ask('green p carpark 215')).at(-1)?.best).toBeNull()
  const castle = (await ask('castle loma toronto')).at(-1)
  expect(namesOf(castle)).toContain('Casa Loma')
  expect(castle?.best).toBeNull()
})

test('a file that was not there is asked for again', async () => {
  let isThere = false
  const { ask } = startFinder({ loadPack: async (country) => (isThere ? readPlaces(country) : null) })
  expect((await ask('union station')).at(-1)?.best).toBeNull()
  isThere = true
  expect((await ask('union station'))[0]?.best).toMatchObject({ name: 'Union Station' })
})

test('a line that never answers does not hold up what is here', async () => {
  vi.useFakeTimers()
  const lagos = {
    name: 'Lagos',
    otherNames: [],
    kind: 'city',
    city: 'Lagos',
    state: 'Lagos',
    countryCode: 'NG',
  } as const
  const { ask } = startFinder({
    loadPack: () => new Promise(() => undefined),
    loadTowns: async () => [{ ...lagos, lat: 6.45, lng: 3.39, rank: 0 }],
  })
  const asking = ask('lagos', 'NG')
  await vi.advanceTimersByTimeAsync(4_000)
  expect((await asking)[0]?.best).toMatchObject({ name: 'Lagos' })
  vi.useRealTimers()
})
