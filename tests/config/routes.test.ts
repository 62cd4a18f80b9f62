import { describe, expect, test } from 'vitest'
import { moreRoutes } from '../../src/config/more-routes.ts'
import { routes, toSafePath } from '../../src/config/routes.ts'

describe('the way back after signing in', () => {
  test('is a path of this app with its query', () => {
    expect(toSafePath('/checkout/ikoyi-lagos-ng4k2q7?from=1')).toBe('/checkout/ikoyi-lagos-ng4k2q7?from=1')
  })

  test.each([
    ['https://evil.example/'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['javascript:alert(1)'],
    [''],
    [null],
  ])('is never %s', (next) => {
    expect(toSafePath(next)).toBeUndefined()
  })
})

describe('addresses', () => {
  test('leave out what was not asked for', () => {
    expect(routes.search.href()).toBe('/search')
    expect(routes.search.href({ text: '', lat: 43.6677, lng: -79.39481, vehicleTypeId: 2 })).toBe(
      '/search?lat=43.66770&lng=-79.39481&vehicle_type_id=2',
    )
  })

  test('of an event’s checkout name its car park by code', () => {
    expect(moreRoutes.bookEvent.href('EV7KQ2M4', 'CA7KQ2M')).toBe('/booking/event/EV7KQ2M4?park=CA7KQ2M')
  })

  test('escape what they are given', () => {
    expect(routes.park.href('a/b?c')).toBe('/park/a%2Fb%3Fc')
    expect(routes.login.href('/wallet?x=1')).toBe('/auth?next=%2Fwallet%3Fx%3D1')
  })
})
