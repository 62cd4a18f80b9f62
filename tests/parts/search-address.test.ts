import { expect, it } from 'vitest'
import { searchHref, parseSearchAddress, searchKeyOf } from '../../src/parts/search-address.ts'

it('writes an address that reads back the same', () => {
  const query = {
    text: 'Royal Ontario Museum',
    near: { lat: 43.66771, lng: -79.39477 },
    fromMs: 1_795_375_800_000,
    untilMs: 1_795_388_400_000,
    vehicleTypeId: 3,
  } as const
  expect(parseSearchAddress(new URL(searchHref(query), 'http://x').searchParams)).toEqual(query)
})

it('searches for the beginning of a very long text, never for half of an emoji, and for nothing that nobody sees', () => {
  const textOf = (search: string) => parseSearchAddress(new URLSearchParams({ search })).text
  expect(textOf('x'.repeat(10_240))).toBe('x'.repeat(120))
  expect(textOf(`${'x'.repeat(119)}🚗`)).toBe('x'.repeat(119))
  expect(textOf('\u202eDakar\u0007 \n Plateau')).toBe('Dakar Plateau')
  expect(textOf('\u200b\u202e')).toBe('')
})

it('takes what is not a value for absent', () => {
  expect(
    parseSearchAddress(new URLSearchParams('search=%20Dakar%20&lat=95&lng=abc&from=&until=soon&vehicle_type_id=9')),
  ).toEqual({
    text: 'Dakar',
    near: null,
    fromMs: null,
    untilMs: null,
    vehicleTypeId: 1,
  })
})

it('keeps the map for another time at the same place', () => {
  const near = { lat: 1.234567, lng: 2 }
  expect(searchKeyOf({ text: 'a', near })).toBe(searchKeyOf({ text: 'b', near: { lat: 1.234571, lng: 2 } }))
})
