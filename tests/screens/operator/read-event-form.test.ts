import { expect, test } from 'vitest'
import { checkEvent, readEvent } from '../../../src/screens/operator/events/read-event-form.ts'

const GOOD: Readonly<Record<string, string>> = {
  ...{ name: ' Lantern  Parade ', venue: 'Massey Hall', city: '', position: '43.654, -79.379' },
  ...{ parking_from: '2026-12-05T17:00', starts_at: '2026-12-05T18:00' },
  ...{ ends_at: '2026-12-05T21:00', parking_until: '2026-12-05T22:00' },
  ...{ held_CAKQ2M7: ' 40 ', price_CAKQ2M7: '18,50', access_code: 'HARBOUR-2026' },
}
const PRIVATE = { codes: ['CAKQ2M7'], isPrivate: true }

function formOf(changes: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...GOOD, ...changes })) form.set(name, value)
  return form
}

test('an event is read with its times on the clocks of its car parks', () => {
  expect(checkEvent(formOf(), PRIVATE)).toEqual({})
  expect(readEvent(formOf(), { ...PRIVATE, zone: 'America/Toronto' })).toEqual({
    ...{ name: 'Lantern Parade', venue: 'Massey Hall', city: null, country_code: 'CA', lat: 43.654, lng: -79.379 },
    ...{ timezone: 'America/Toronto', starts_at: '2026-12-05T23:00:00Z', ends_at: '2026-12-06T02:00:00Z' },
    ...{ parking_from: '2026-12-05T22:00:00Z', parking_until: '2026-12-06T03:00:00Z', access_code: 'HARBOUR-2026' },
    ...{ parks: [{ code: 'CAKQ2M7', held: 40, price: 1_850 }], currency: 'CAD' },
  })
  expect(readEvent(formOf({ position: '' }), { codes: ['CAKQ2M7'], isPrivate: false, zone: 'UTC' })).toMatchObject({
    ...{ access_code: null, lat: null, lng: null },
  })
})

test.each([
  [{ name: ' \u200b ' }, { name: 'required' }],
  [{ name: 'x'.repeat(121) }, { name: 'too_long' }],
  [{ venue: '' }, { venue: 'required' }],
  [{ city: 'x'.repeat(121) }, { city: 'too_long' }],
  [{ position: 'the corner' }, { position: 'position' }],
  [{ position: '143, 500' }, { position: 'position' }],
  [{ starts_at: '' }, { starts_at: 'time' }],
  [{ ends_at: '2026-02-31T10:00' }, { ends_at: 'time' }],
  [{ ends_at: '2026-12-05T18:00' }, { ends_at: 'end' }],
  [{ parking_from: '2026-12-05T18:05' }, { parking_from: 'times' }],
  [{ parking_until: '2026-12-05T20:55' }, { parking_until: 'times' }],
  [{ held_CAKQ2M7: '0' }, { held_CAKQ2M7: 'whole' }],
  [{ held_CAKQ2M7: '1e3' }, { held_CAKQ2M7: 'whole' }],
  [{ held_CAKQ2M7: '9999999' }, { held_CAKQ2M7: 'whole' }],
  [{ price_CAKQ2M7: '' }, { price_CAKQ2M7: 'price' }],
  [{ price_CAKQ2M7: '-1' }, { price_CAKQ2M7: 'price' }],
  [{ price_CAKQ2M7: '18.005' }, { price_CAKQ2M7: 'price' }],
  [{ price_CAKQ2M7: '9999999999999' }, { price_CAKQ2M7: 'price' }],
  [{ access_code: '-- --' }, { access_code: 'code' }],
  [{ access_code: 'x'.repeat(41) }, { access_code: 'code' }],
])('%o is refused at its field', (changes, problems) => {
  expect(checkEvent(formOf(changes), PRIVATE)).toEqual(problems)
})

test('an event keeps spaces somewhere, and in one country alone', () => {
  expect(checkEvent(formOf(), { codes: [], isPrivate: true })).toEqual({ parks: 'park' })
  expect(checkEvent(formOf(), { codes: ['CAKQ2M7', 'NG12345'], isPrivate: true })).toEqual({ parks: 'countries' })
})
