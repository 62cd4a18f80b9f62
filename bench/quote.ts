import { parseInstant, toInstant, type Instant } from '../src/domain/instant.ts'
import { quote, type QuoteInput, type Tariff, type Tax, type Weekday } from '../src/domain/tariff.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const LIMIT_US = 50
const BATCHES = 400
const PER_BATCH = 50

const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const at = (text: string): Instant => {
  const parsed = parseInstant(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

/** Day and night maxima, a 24-hour cap, two packages, a fee: the most complex tariff found on real signs. */
const tariff: Tariff = {
  version: 'bench',
  currency: 'CAD',
  unitMinutes: 30,
  windows: [
    {
      days: EVERY_DAY,
      fromMinute: 420,
      toMinute: 1080,
      price: { kind: 'unit', tiers: [{ fromUnit: 1, unitPriceMinor: 300 }], maximumMinor: 1400 },
    },
    {
      days: EVERY_DAY,
      fromMinute: 1080,
      toMinute: 420,
      price: { kind: 'unit', tiers: [{ fromUnit: 1, unitPriceMinor: 300 }], maximumMinor: 600 },
    },
  ],
  caps: [{ kind: 'rolling', amountMinor: 1800, hours: 24 }],
  packages: [
    { kind: 'night', amountMinor: 500, entry: { days: EVERY_DAY, fromMinute: 1080, toMinute: 120 }, exitByMinute: 420 },
    { kind: 'weekend', amountMinor: 2500, window: { days: [6, 0], fromMinute: 0, toMinute: 1440 } },
  ],
  events: [],
  fees: [{ code: 'service', kind: 'percent', value: 500, taxed: true }],
  freeFirstMinutes: 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes: 0,
  vehiclePercent: {},
  demo: false,
}
const taxes: readonly Tax[] = [
  {
    code: 'HST',
    name: 'HST',
    kind: 'percent',
    value: 13_000,
    compound: false,
    included: true,
    fromMs: null,
    toMs: null,
  },
]
const from = at('2026-11-21T19:30:00Z')
const stay = (hours: number): QuoteInput => ({
  tariff,
  taxes,
  vehicleType: 1,
  from,
  to: toInstant(from + hours * 3_600_000),
  zone: 'America/Toronto',
  now: from,
})

/** Median of `BATCHES` means, in microseconds: a single call is shorter than the clock's resolution. */
function medianUs(input: QuoteInput): number {
  const times = Array.from({ length: BATCHES }, () => {
    const started = performance.now()
    for (let run = 0; run < PER_BATCH; run += 1) quote(input)
    return ((performance.now() - started) * 1000) / PER_BATCH
  })
  return median(times)
}

const STAYS = [
  ['3.5 hours', 3.5],
  ['1 day', 24],
  ['1 week', 168],
] as const

/** `quote()` over the stays that a list prices; the limit applies to the first, typical one. */
export function benchQuote(): readonly BenchRow[] {
  for (const [, hours] of STAYS) medianUs(stay(hours))
  return STAYS.map(([name, hours], index) => {
    const row = { name: `quote() ${name}`, value: medianUs(stay(hours)), unit: 'µs', digits: 1 }
    return index === 0 ? limited({ ...row, atMost: LIMIT_US }) : limited(row)
  })
}
