import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPosition } from '../../../src/domain/places/coordinates.ts'
import { parsePlusCode } from '../../../src/domain/places/plus-code.ts'

const LAGOS = { lat: 6.4541, lng: 3.3947 }
const TORONTO = { lat: 43.6532, lng: -79.3832 }

test.each([
  ['6.4541, 3.3947', LAGOS],
  ['6.4541 3.3947', LAGOS],
  ['(6.4541; 3.3947)', LAGOS],
  ['6,4541 3,3947', LAGOS],
  ['6,4541; 3,3947', LAGOS],
  ['6,4541, 3,3947', LAGOS],
  ['6.4541° N, 3.3947° E', LAGOS],
  ['6.4541N 3.3947E', LAGOS],
  ['N 6.4541 E 3.3947', LAGOS],
  ['3.3947 E, 6.4541 N', LAGOS],
  ['43.6532, -79.3832', TORONTO],
  ['43.6532 \u221279.3832', TORONTO],
  ['43.6532 N, 79.3832 O', TORONTO],
  ['geo:6.4541,3.3947', LAGOS],
  ['geo:6.4541,3.3947;u=35', LAGOS],
  ['geo:6.4541,3.3947?z=17', LAGOS],
  ['geo:0,0?q=6.4541,3.3947(Marina)', LAGOS],
  ['https://www.google.com/maps?q=6.4541,3.3947', LAGOS],
  ['https://www.google.com/maps/@6.4541,3.3947,17z', LAGOS],
  ['https://www.google.com/maps/place/Lagos/@6.1,3.1,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d6.4541!4d3.3947', LAGOS],
  ['https://www.google.com/maps/search/?api=1&query=6.4541%2C3.3947', LAGOS],
  ['https://www.google.com/maps/dir/?api=1&destination=6.4541,3.3947', LAGOS],
  ['https://maps.apple.com/?ll=6.4541,3.3947&q=Marina', LAGOS],
  ['https://maps.apple.com/place?coordinate=6.4541,3.3947&name=Marina', LAGOS],
  ['https://www.openstreetmap.org/?mlat=6.4541&mlon=3.3947#map=17/6.1/3.1', LAGOS],
  ['https://www.openstreetmap.org/#map=17/6.4541/3.3947', LAGOS],
  ['https://waze.com/ul?ll=6.4541%2C3.3947&navigate=yes', LAGOS],
  ['https://www.waze.com/live-map/directions?to=ll.6.4541%2C3.3947', LAGOS],
  ['6.4541 north, 3.3947 east', LAGOS],
  ['6.4541 degrees North and 3.3947 degrees East', LAGOS],
  ['6,4541 degrés nord et 3,3947 degrés est', LAGOS],
  ['Latitude 6.4541, longitude 3.3947', LAGOS],
  ['lng=3.3947 lat=6.4541', LAGOS],
  ['{"lat": 43.6532, "lng": -79.3832}', TORONTO],
  ['43.6532 nord 79.3832 ouest', TORONTO],
  ['Look: https://www.google.com/maps?q=6.4541,3.3947 see you', LAGOS],
])('%s is read', (typed, at) => {
  expect(readPosition(typed)).toEqual({ kind: 'at', at, isSwapped: false })
})

test.each([
  [`43°39'11.5"N 79°22'59.5"W`, 43.653194, -79.383194],
  ['43° 39′ 11.5″ N, 79° 22′ 59.5″ W', 43.653194, -79.383194],
  ['N 43 39 11.5 W 79 22 59.5', 43.653194, -79.383194],
  [`43°39.1917'N 79°22.9917'W`, 43.653195, -79.383195],
  [`14°41'37"N 17°26'39"O`, 14.693611, -17.444167],
])('%s is read in degrees, minutes and seconds', (typed, lat, lng) => {
  expect(readPosition(typed)).toEqual({ kind: 'at', at: { lat, lng }, isSwapped: false })
})

test('a full plus code is read, a short one is not', () => {
  const at = parsePlusCode('849VCWC8+R9')
  expect(at?.lat).toBeCloseTo(37.4221, 3)
  expect(at?.lng).toBeCloseTo(-122.0841, 3)
  expect(readPosition('849VCWC8+R9')).toMatchObject({ kind: 'at' })
  expect(readPosition('CWC8+R9')).toBeUndefined()
})

test.each([
  ['-79.3832, 43.6532', TORONTO],
  ['3.3947, 6.4541', LAGOS],
  ['-122.4194 37.7749', { lat: 37.7749, lng: -122.4194 }],
])('%s is read the other way round, and says so', (typed, at) => {
  expect(readPosition(typed)).toEqual({ kind: 'at', at, isSwapped: true })
})

test.each(['95.2, 200.1', '190.5 -300.2', '91.5 N 200 E', 'geo:95.5,181.2'])('%s is nowhere on earth', (typed) => {
  expect(readPosition(typed)).toEqual({ kind: 'outside' })
})

test('a link without a position says so, or what to search for', () => {
  expect(readPosition('https://maps.app.goo.gl/AbCdEf')).toEqual({ kind: 'link' })
  expect(readPosition('geo:0,0?q=Union+Station')).toEqual({ kind: 'words', text: 'Union Station' })
  expect(readPosition('https://www.google.com/maps/place/Union+Station')).toEqual({
    kind: 'words',
    text: 'Union Station',
  })
  expect(readPosition('https://maps.google.com/?q=%E0%A4%A')).toMatchObject({ kind: 'words' })
})

test.each([
  'Toronto',
  '6 East 42 West',
  'North and East 5.5',
  'Atlantic Ave 1.5 long beach',
  '14 28',
  '42 St',
  '5 Avenue',
  '1, 2',
  '290 Bremner Blvd',
  'K7QM-4T2P',
  '',
  '🚗',
])('%s is no position', (typed) => {
  expect(readPosition(typed)).toBeUndefined()
})

test('every point that is written with six decimals comes back', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6)
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lng) => {
      const read = readPosition(`${lat.toFixed(6)}, ${lng.toFixed(6)}`)
      if (read?.kind !== 'at') return false
      const [first, second] = read.isSwapped ? [lng, lat] : [lat, lng]
      return Math.abs(read.at.lat - first) < 2e-6 && Math.abs(read.at.lng - second) < 2e-6
    }),
  )
})

test('any text is answered, quickly', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => readPosition(text) !== null))
  const startedAt = performance.now()
  for (const part of ['1', '1 ', '1.', '-', "1'", 'geo:1', 'https://a?q=1,', '%']) readPosition(part.repeat(1_900))
  readPosition('6.45, '.repeat(2_000))
  expect(performance.now() - startedAt).toBeLessThan(500)
})
