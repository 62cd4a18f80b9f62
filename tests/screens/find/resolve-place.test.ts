import { expect, it } from 'vitest'
import type { FoundPlace } from '../../../src/places/place-messages.ts'
import { resolvePlace } from '../../../src/screens/find/resolve-place.ts'
import { makePark } from './park-fixture.ts'

const makePlace = (part: Partial<FoundPlace> = {}): FoundPlace => ({
  ...{ name: 'Thiès', as: null, kind: 'city', city: 'Thiès', state: 'Thiès', countryCode: 'SN' },
  ...{ lat: 14.79, lng: -16.93, isWhole: true, ...part },
})
const ask = (text: string, best: FoundPlace | null, parks: readonly ReturnType<typeof makePark>[] = []) =>
  resolvePlace({ text, parks, answer: { position: null, best }, countryCode: 'SN' })

it('puts a city where its car parks are, and not where those of another city of its name are', () => {
  const best = makePlace({ name: 'Vancouver', countryCode: 'CA', lat: 49.25, lng: -123.12 })
  const parks = Array.from({ length: 41 }, (_, id) => makePark({ id, city: 'Vancouver', lat: 49.28, lng: -123.1 }))
  const abroad = Array.from({ length: 90 }, (_, id) =>
    makePark({ id: 100 + id, city: 'Vancouver', lat: 45.6, lng: -122.6 }),
  )
  expect(ask('VANCOUVER', best, [...abroad, ...parks])).toEqual({ lat: 49.28, lng: -123.1 })
})

it('does not take three car parks of one quarter for a town that is known', () => {
  const parks = [1, 2, 3].map((id) => makePark({ id, city: 'Thiès', lat: 14.9, lng: -17 }))
  expect(ask('Thiès', makePlace(), parks)).toEqual({ lat: 14.79, lng: -16.93 })
  const ofBarrie = [1, 2, 3].map((id) => makePark({ id, city: 'Barrie' }))
  expect(ask('Barrie', null, ofBarrie)).toEqual({ lat: 43.668, lng: -79.397 })
})

it('opens the large cities downtown, with and without a list of places', () => {
  const best = makePlace({ name: 'Dakar', lat: 14.74, lng: -17.4 })
  expect(ask('dakar', best)).toEqual({ lat: 14.6937, lng: -17.4441 })
  expect(ask('dakar', null)).toEqual({ lat: 14.6937, lng: -17.4441 })
})

it('takes a station for where it is', () => {
  const best = makePlace({ name: 'Union Station', kind: 'station', city: 'Toronto', lat: 43.64, lng: -79.38 })
  expect(ask('union station', best, [makePark()])).toEqual({ lat: 43.64, lng: -79.38 })
})

it('takes a beginning or a typing error for the place where no car park has these words', () => {
  const best = makePlace({ isWhole: false })
  expect(ask('thie', best)).toEqual({ lat: 14.79, lng: -16.93 })
  expect(ask('green', best, [makePark()])).toBeNull()
})

it('goes to coordinates', () => {
  const at = { lat: 1.5, lng: 2.5 }
  const answer = { position: { kind: 'at', at, isSwapped: false }, best: null } as const
  expect(resolvePlace({ text: '1.5, 2.5', parks: [makePark()], answer, countryCode: undefined })).toEqual(at)
})
