import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CANADIAN_MEDIAN } from '../../provider/import/sandbox-fill.ts'
import { parseParkLine, type ParkLine } from '../../provider/import/park-line.ts'
import { deriveRate } from '../../provider/import/derive-rate.ts'
import { parseRates } from '../../provider/import/rates/parse-rates.ts'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { mustInstant } from '../../src/domain/instant.ts'
import { findClosedTime } from '../../src/domain/tariff-hours.ts'
import { quote, type Quote } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'

const lines: readonly ParkLine[] = readFileSync(new URL('../../data/parks.ndjson', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const parsed = parseParkLine(line)
    if (!parsed.ok) throw new Error(parsed.error)
    return parsed.value
  })

const lineOf = (source: string, id: string): ParkLine =>
  must(
    lines.find((line) => line.source === source && line.source_id === id),
    id,
  )
const greenP = (id: string): ParkLine => lineOf('toronto-greenp-2019', id)

const zone = 'America/Toronto'
function priceOf(line: ParkLine, from: string, to: string): Quote {
  const rate = deriveRate(line)
  const priced = quote({
    tariff: tariffFromWire(rate.tariff),
    taxes: rate.taxes.map(taxFromWire),
    vehicleType: 1,
    from: mustInstant(from),
    to: mustInstant(to),
    zone,
  })
  if (!priced.ok) throw new Error(priced.error)
  return priced.value
}

test('every rates text becomes a tariff or says why not, and at least 300 rows become tariffs', () => {
  const counts: Record<string, number> = {}
  for (const { source, rates_text: text, currency } of lines) {
    if (text === null) continue
    const parsed = parseRates(text, currency)
    const key = `${source} ${parsed.ok ? 'parsed' : parsed.error}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  expect(counts).toEqual({
    'toronto-greenp-2019 parsed': 227,
    'toronto-greenp-2019 days_lost': 14,
    'toronto-greenp-2019 restricted': 2,
    'toronto-greenp-2019 no_price': 4,
    'toronto-greenp-2019 unknown_format': 4,
    'toronto-greenp-2019 partial_day': 1,
    'prkng-montreal parsed': 92,
    'prkng-quebec parsed': 32,
    'cleveland-osm-2018 no_price': 138,
    'cleveland-osm-2018 parsed': 7,
    'osm-sn-2019 parsed': 1,
  })
})

test('every parsed tariff prices a day and a week without a gap in its arithmetic', () => {
  for (const line of lines.filter(({ rates_text: text }) => text !== null)) {
    const day = priceOf(line, '2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z').totalMinor
    const week = priceOf(line, '2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z').totalMinor
    expect(day).toBeGreaterThanOrEqual(0)
    expect(week).toBeGreaterThanOrEqual(day)
  }
})

test('the hourly price that a source states beside its text is the one that was parsed', () => {
  const compared = lines.filter(
    (line) => line.hourly_rate !== null && line.hourly_rate > 0 && deriveRate(line).origin === 'text',
  )
  expect(compared.length).toBeGreaterThan(300)
  const different = compared.filter((line) => !tiersOf(line).includes(Math.round((line.hourly_rate ?? 0) * 100)))
  expect(different.map(({ source_id: id, rates_text: text }) => [id, text])).toEqual([])
})

const tiersOf = (line: ParkLine): number[] => {
  const { unit_minutes: unit, windows } = deriveRate(line).tariff
  return windows.flatMap(({ price }) =>
    price.kind === 'unit' ? price.tiers.map((tier) => (tier.unit_price * 60) / unit) : [],
  )
}

test('Green P 58 from 14:30 to 18:00 costs its day maximum of 14.00, HST inside', () => {
  const priced = priceOf(greenP('58'), '2026-11-23T19:30:00Z', '2026-11-23T23:00:00Z')
  expect(priced.totalMinor).toBe(1400)
  expect(priced.lines).toContainEqual({ kind: 'tax', code: 'hst', name: 'HST', included: true, amountMinor: 161 })
})

test('a Green P stay over 6 pm pays the day maximum and the night maximum', () => {
  expect(priceOf(greenP('58'), '2026-11-23T14:00:00Z', '2026-11-24T11:00:00Z').totalMinor).toBe(1400 + 800)
})

test('NO MAXIMUM leaves the half hours to add up', () => {
  expect(priceOf(greenP('3'), '2026-11-23T12:00:00Z', '2026-11-23T22:00:00Z').totalMinor).toBe(20 * 300)
})

test('a rolling maximum bounds each period from the entry on', () => {
  expect(priceOf(greenP('266'), '2026-11-23T13:00:00Z', '2026-11-23T19:00:00Z').totalMinor).toBe(800)
  expect(priceOf(greenP('266'), '2026-11-23T13:00:00Z', '2026-11-23T20:00:00Z').totalMinor).toBe(800 + 200)
})

test('a maximum for periods of the weekend goes before the daily one', () => {
  expect(priceOf(greenP('52'), '2026-11-21T13:00:00Z', '2026-11-21T23:00:00Z').totalMinor).toBe(900)
  expect(priceOf(greenP('52'), '2026-11-23T13:00:00Z', '2026-11-23T23:00:00Z').totalMinor).toBe(2500)
})

test('a longer maximum round an evening one bounds the day', () => {
  expect(priceOf(greenP('193'), '2026-11-23T22:00:00Z', '2026-11-24T02:00:00Z').totalMinor).toBe(500)
  expect(priceOf(greenP('193'), '2026-11-23T14:00:00Z', '2026-11-24T02:00:00Z').totalMinor).toBe(900)
})

test('a commuter lot is flat by the time of day, free at weekends, closed from 2 to 5', () => {
  const lot = greenP('801')
  expect(priceOf(lot, '2026-11-23T13:00:00Z', '2026-11-23T18:00:00Z').totalMinor).toBe(600)
  expect(priceOf(lot, '2026-11-23T21:00:00Z', '2026-11-23T23:00:00Z').totalMinor).toBe(200)
  expect(priceOf(lot, '2026-11-21T13:00:00Z', '2026-11-21T23:00:00Z').totalMinor).toBe(0)
  const tariff = tariffFromWire(deriveRate(lot).tariff)
  const closed = findClosedTime(tariff, {
    from: mustInstant('2026-11-24T04:00:00Z'),
    to: mustInstant('2026-11-24T09:00:00Z'),
    zone,
  })
  expect(closed).toBe(mustInstant('2026-11-24T07:00:00Z'))
})

test('a price by the time of entering holds until closing', () => {
  expect(priceOf(greenP('829'), '2026-11-23T19:00:00Z', '2026-11-23T23:00:00Z').totalMinor).toBe(500)
})

test('beside a half-hour price a flat rate is a maximum and an evening rate goes first', () => {
  const lot = greenP('833')
  expect(priceOf(lot, '2026-11-23T14:00:00Z', '2026-11-23T15:00:00Z').totalMinor).toBe(300)
  expect(priceOf(lot, '2026-11-23T12:00:00Z', '2026-11-23T20:00:00Z').totalMinor).toBe(700)
  expect(priceOf(lot, '2026-11-23T21:00:00Z', '2026-11-24T02:00:00Z').totalMinor).toBe(200)
})

test('day and hour ranges price Québec lots: hourly up to a maximum, a flat night, a cap by day of the week', () => {
  const maximum = lineOf('prkng-montreal', '1')
  expect(priceOf(maximum, '2026-11-23T13:00:00Z', '2026-11-23T15:00:00Z').totalMinor).toBe(350)
  expect(priceOf(maximum, '2026-11-23T13:00:00Z', '2026-11-24T13:00:00Z').totalMinor).toBe(800 + 800 + 350)
  const capped = must(
    lines.find(({ rates_text: text }) => text === 'Mon-Fri 24h: $9/h, day $20; Sat-Sun 24h: $9/h, day $10'),
    'lot',
  )
  expect(priceOf(capped, '2026-11-23T13:00:00Z', '2026-11-23T20:00:00Z').totalMinor).toBe(2000)
  expect(priceOf(capped, '2026-11-21T13:00:00Z', '2026-11-21T20:00:00Z').totalMinor).toBe(1000)
})

test('GST and QST are inside the posted price of a Montréal lot', () => {
  const { lines: shown, totalMinor } = priceOf(
    lineOf('prkng-montreal', '1'),
    '2026-11-23T13:00:00Z',
    '2026-11-23T15:00:00Z',
  )
  expect(totalMinor).toBe(350)
  expect(shown.flatMap((line) => (line.kind === 'tax' ? [[line.code, line.included]] : []))).toEqual([
    ['gst', true],
    ['qst', true],
  ])
})

test('words that no parser knows are refused whole, never half read', () => {
  expect(parseRates('$2.00 / Half Hour; Ask the attendant', 'CAD')).toEqual({ ok: false, error: 'unknown_format' })
  expect(parseRates('Mon-Fri 24h: $9/h, day $20; Sat by arrangement', 'CAD')).toEqual({
    ok: false,
    error: 'unknown_format',
  })
  expect(parseRates('fee: yes', 'USD')).toEqual({ ok: false, error: 'no_price' })
})

test('the sandbox prices Canada at the medians of the real rows', () => {
  const median = (values: readonly number[]): number =>
    must(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], 'median')
  const canada = lines.filter(({ country_code: country }) => country === 'CA')
  const hourly = canada.flatMap(({ hourly_rate: rate }) =>
    rate === null || rate === 0 ? [] : [Math.round(rate * 100)],
  )
  const daily = canada.flatMap(({ daily_max: rate }) => (rate === null || rate === 0 ? [] : [Math.round(rate * 100)]))
  expect([median(hourly), median(daily)]).toEqual([CANADIAN_MEDIAN.hourlyMinor, CANADIAN_MEDIAN.dayMinor])
})

test('demo prices are plausible by country, marked demo, and the same every time', () => {
  const bounds = { NG: [30_000, 70_000], SN: [300, 500], US: [200, 600], CA: [300, 300] } as const
  const demo = lines.map((line) => ({ line, rate: deriveRate(line) })).filter(({ rate }) => rate.origin === 'sandbox')
  expect(demo.length).toBeGreaterThan(1_500)
  for (const { line, rate } of demo) {
    const [low, high] = bounds[line.country_code]
    expect(rate.tariff.demo).toBe(true)
    expect(rate.hourlyFromMinor).toBeGreaterThanOrEqual(low)
    expect(rate.hourlyFromMinor).toBeLessThanOrEqual(high)
    expect(deriveRate(line).version).toBe(rate.version)
  }
})
