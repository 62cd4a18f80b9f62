import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { type Instant, MINUTE_MS } from '../../src/domain/instant.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import { stayBounds, tariffDayEnd } from '../../src/domain/stay-bounds.ts'
import { stayChoices } from '../../src/domain/stay-choices.ts'
import type { Tariff } from '../../src/domain/tariff.ts'
import { toLocalInput } from '../../src/domain/zone.ts'
import { readImportedParks } from '../contract/support/imported-parks.ts'
import { instant, tariff, zone } from './support/arbitraries.ts'
import { at, clock, greenP, perUnit, tariffOf, TORONTO, toronto, windowOf } from './support/tariffs.ts'

const choicesOf = (from: Instant, place: string, rules?: Tariff) =>
  stayChoices({ from, zone: place }, rules && tariffDayEnd({ from, zone: place }, rules))

const said = (from: string, rules?: Tariff, place = TORONTO) =>
  choicesOf(at(from), place, rules).map(({ kind, until }) => `${kind} ${toLocalInput(until, place).slice(5)}`)

test('the ends one tap away are said in the zone of the car park', () => {
  expect(said(toronto(14, 30), greenP)).toEqual([
    'length 11-21T15:00',
    'length 11-21T15:30',
    'length 11-21T16:30',
    'until 11-21T18:00',
    'day 11-22T07:00',
  ])
  expect(said(toronto(14, 30), undefined, 'Africa/Lagos').slice(3)).toEqual(['until 11-21T22:00', 'day 11-22T00:00'])
})

test('where 18:00 is over it is 22:00, then none; an end that two choices name is there once', () => {
  expect(said(toronto(17, 45))).toContain('until 11-21T22:00')
  expect(said(toronto(21, 45)).filter((choice) => choice.startsWith('until'))).toEqual([])
  expect(said(toronto(16)).filter((choice) => choice.endsWith('T18:00'))).toEqual(['length 11-21T18:00'])
})

test('a day that is nearly over is not all day', () => {
  expect(said(toronto(22, 30)).at(-1)).toBe('day 11-23T00:00')
})

test('all day ends where a new day of the sign begins, also beside a price for all other hours', () => {
  const rest = windowOf(0, 1440, perUnit(250))
  const sign = tariffOf({ windows: [...greenP.windows, rest] })
  expect(said(toronto(9), sign).at(-1)).toBe('day 11-22T07:00')
  const nights = tariffOf({ windows: [windowOf(clock(18), clock(6), perUnit(250, 700)), rest] })
  expect(said(toronto(9), nights).at(-1)).toBe('day 11-22T06:00')
  expect(said(toronto(9), tariffOf({ windows: [rest] })).at(-1)).toBe('day 11-22T00:00')
})

test('all day ends with the day cap, with closing, and with the longest stay', () => {
  expect(said(toronto(9), tariffOf({ caps: [{ kind: 'day', amountMinor: 1, startsAtMinute: clock(4) }] })).at(-1)).toBe(
    'day 11-22T04:00',
  )
  expect(said(toronto(9), tariffOf({ windows: [windowOf(clock(6), clock(17), perUnit(200))] })).at(-1)).toBe(
    'day 11-21T17:00',
  )
  expect(said(toronto(9), tariffOf({ maximumStayMinutes: 303 })).at(-1)).toBe('day 11-21T14:00')
})

test('when the clock changes, half an hour is half an hour and 18:00 is 18:00 there', () => {
  const spring = '2026-03-08T06:45:00Z'
  expect(said(spring)).toEqual([
    'length 03-08T03:15',
    'length 03-08T03:45',
    'length 03-08T04:45',
    'until 03-08T18:00',
    'day 03-09T00:00',
  ])
})

test('the ruler begins after the start and ends with the longest stay, closing, or a week', () => {
  const from = at(toronto(9))
  const bounds = (changes: Partial<Tariff>) => {
    const { shortest, longest } = stayBounds({ from, zone: TORONTO }, tariffOf(changes))
    return [shortest - from, longest - from].map((length) => length / MINUTE_MS)
  }
  expect(bounds({})).toEqual([5, 7 * 1440])
  expect(bounds({ minimumStayMinutes: 32, maximumStayMinutes: 123 })).toEqual([35, 120])
  expect(bounds({ windows: [windowOf(clock(6), clock(17), perUnit(200))] })).toEqual([5, 480])
  const [shortest = 0, longest = 0] = bounds({ windows: [windowOf(clock(10), clock(17), perUnit(200))] })
  expect(longest).toBeLessThan(shortest)
})

test('any tariff and start: every choice ends after its start, and no end has two', () => {
  fc.assert(
    fc.property(tariff, instant, zone, (rules, from, place) => {
      const ends = choicesOf(from, place, rules).map(({ until }) => until)
      expect(ends.every((until) => until > from)).toBe(true)
      expect(new Set(ends).size).toBe(ends.length)
    }),
  )
})

test('every car park of the data: what the ruler offers between its ends has a price', async () => {
  for (const park of await readImportedParks(true)) {
    const rules = tariffFromWire(park.rate.tariff)
    const from = at('2026-11-23T15:00:00Z')
    const { shortest, longest } = stayBounds({ from, zone: park.timezone }, rules)
    if (longest < shortest) continue
    for (const to of [shortest, longest]) {
      const taxes = park.rate.taxes.map(taxFromWire)
      expect(priceStay({ tariff: rules, taxes, vehicleType: 1, from, to, zone: park.timezone }).ok).toBe(true)
    }
  }
})
