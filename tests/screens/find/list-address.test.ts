import { expect, it } from 'vitest'
import { listHref, parseListAddress } from '../../../src/screens/find/list-address.ts'

const parse = (query: string) => parseListAddress(new URLSearchParams(query), 'CA')
const again = (href: string) => parse(href.slice(href.indexOf('?') + 1))

it('the address of the list says all that it shows, and can be shared', () => {
  const address = parse(
    'country=US&search=Union&kind=garage&filters=covered,ev&height=2.6&lat=43.65321&lng=-79.38321&sort=cheapest&page=3',
  )
  expect(address).toEqual({
    ...{ text: 'Union', country: 'US', kind: 'garage', needs: ['covered', 'ev'], heightMetres: 2.6 },
    ...{ near: { lat: 43.653, lng: -79.383 }, isCheapestFirst: true, page: 3 },
  })
  expect(again(listHref(address))).toEqual(address)
})

it('a plain list has a plain address', () => {
  expect(listHref(parse(''))).toBe('/parks-list?country=CA')
  expect(listHref(parse('kind=airport'))).toBe('/parks-list?country=CA&kind=airport')
})

it.each([
  'filters=pool,__proto__&kind=moon&height=tall&sort=random&page=-2&country=XX',
  'height=-1&page=1.5&lat=91&lng=10',
  'height=Infinity&lat=43.6&page=1e400',
  'height=0&lng=-79&filters=',
])('what is no value of its field counts as absent: %s', (query) => {
  expect(parse(query)).toEqual(parse(''))
})
