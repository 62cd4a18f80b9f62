import { expect, it } from 'vitest'
import { createPlaceSearch } from '../../../src/domain/places.ts'
import { resolvePlace } from '../../../src/screens/find/use-place.ts'
import { makePark } from './park-fixture.ts'

const search = createPlaceSearch([
  { name: 'Thiès', state: 'Thiès', countryCode: 'SN', lat: 14.79, lng: -16.93, rank: 4 },
  { name: 'Greenville', state: 'South Carolina', countryCode: 'US', lat: 34.85, lng: -82.4, rank: 6 },
])
const ask = (text: string, parks: readonly ReturnType<typeof makePark>[] = []) =>
  resolvePlace({ text, parks, search, countryCode: 'SN' })

it('puts a city where its car parks are', () => {
  const parks = Array.from({ length: 41 }, (_, id) => makePark({ id, lat: 20 + id, lng: -79.4 }))
  expect(ask('TORONTO', parks)).toEqual({ lat: 40, lng: -79.4 })
})

it('does not take three car parks of one quarter for a town that the map knows', () => {
  const parks = [1, 2, 3].map((id) => makePark({ id, city: 'Thiès', lat: 14.9, lng: -17 }))
  expect(ask('Thiès', parks)).toEqual({ lat: 14.79, lng: -16.93 })
  expect(
    ask(
      'Barrie',
      [1, 2, 3].map((id) => makePark({ id, city: 'Barrie' })),
    ),
  ).toEqual({ lat: 43.668, lng: -79.397 })
})

it('opens the large cities downtown, where the built-in map has their middle', () => {
  expect(ask('toronto')).toEqual({ lat: 43.6532, lng: -79.3832 })
})

it('finds a town without car parks by its name, accents or not', () => {
  expect(ask('thies')).toEqual({ lat: 14.79, lng: -16.93 })
})

it('finds a town by its beginning where no car park has these words', () => {
  expect(ask('greenv')).toEqual({ lat: 34.85, lng: -82.4 })
})

it('leaves the words of car parks to the search by words', () => {
  expect(ask('green', [makePark()])).toBeNull()
})
