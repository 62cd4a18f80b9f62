import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toInstant } from '../../src/domain/instant.ts'
import { quote, type Quote, type QuoteInput } from '../../src/domain/tariff.ts'
import { atLocalMinute, localDayNumber } from '../../src/domain/zone.ts'
import { durationMs, quoteInput, tariff, tariffWithoutPackages } from './support/arbitraries.ts'

const RUNS = { numRuns: 400 }

function mustQuote(input: QuoteInput): Quote {
  const result = quote(input)
  if (!result.ok) throw new Error(`Refused: ${result.error}`)
  return result.value
}

test('equal input gives an equal quote, also after a trip through JSON', () => {
  fc.assert(
    fc.property(quoteInput(tariff), (input) => {
      const twin = JSON.parse(JSON.stringify(input)) as QuoteInput
      expect(quote(twin)).toEqual(quote(input))
    }),
    RUNS,
  )
})

test('without packages a longer stay never costs less', () => {
  fc.assert(
    fc.property(quoteInput(tariffWithoutPackages), durationMs, (input, more) => {
      const longer = mustQuote({ ...input, to: toInstant(input.to + more) })
      expect(longer.totalMinor).toBeGreaterThanOrEqual(mustQuote(input).totalMinor)
    }),
    RUNS,
  )
})

test('packages never raise the price', () => {
  fc.assert(
    fc.property(quoteInput(tariff), (input) => {
      const without = mustQuote({ ...input, tariff: { ...input.tariff, packages: [] } })
      expect(mustQuote(input).totalMinor).toBeLessThanOrEqual(without.totalMinor)
    }),
    RUNS,
  )
})

test('a stay within one period of a cap never costs more than the cap', () => {
  const bare = quoteInput(tariffWithoutPackages, fc.constant([])).map((input) => ({
    ...input,
    tariff: { ...input.tariff, fees: [], vehiclePercent: {} },
  }))
  fc.assert(
    fc.property(bare, (input) => {
      for (const cap of input.tariff.caps) {
        const day = localDayNumber(input.from, input.zone)
        const starts = cap.kind === 'day' ? atLocalMinute(day, cap.startsAtMinute, input.zone) : input.from
        const ends =
          cap.kind === 'day'
            ? atLocalMinute(day + 1, cap.startsAtMinute, input.zone)
            : toInstant(input.from + cap.hours * 3_600_000)
        const from = toInstant(Math.max(starts, input.from))
        const to = toInstant(Math.min(ends, Math.max(from + 300_000, input.to)))
        expect(mustQuote({ ...input, from, to }).totalMinor).toBeLessThanOrEqual(cap.amountMinor)
      }
    }),
    RUNS,
  )
})

test('a stay of several days never costs more than its caps together', () => {
  const bare = quoteInput(tariffWithoutPackages, fc.constant([])).map((input) => ({
    ...input,
    tariff: { ...input.tariff, fees: [], vehiclePercent: {} },
  }))
  fc.assert(
    fc.property(bare, fc.integer({ min: 0, max: 3_000 }), (input, amountMinor) => {
      const capped = {
        ...input,
        tariff: { ...input.tariff, caps: [{ kind: 'day' as const, amountMinor, startsAtMinute: 0 }] },
      }
      const days = localDayNumber(input.to - 1, input.zone) - localDayNumber(input.from, input.zone) + 1
      expect(mustQuote(capped).totalMinor).toBeLessThanOrEqual(days * amountMinor)
    }),
    RUNS,
  )
})

test('lines are whole minor units and add up to the total, included taxes aside', () => {
  fc.assert(
    fc.property(quoteInput(tariff), (input) => {
      const { lines, totalMinor } = mustQuote(input)
      expect(lines.every((line) => Number.isSafeInteger(line.amountMinor))).toBe(true)
      const paid = lines.filter((line) => !(line.kind === 'tax' && line.included))
      expect(paid.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(totalMinor)
      expect(totalMinor).toBeGreaterThanOrEqual(0)
    }),
    RUNS,
  )
})

test('an included tax says what the price contains and never changes it', () => {
  fc.assert(
    fc.property(quoteInput(tariff), (input) => {
      const included = input.taxes.map((tax) => ({ ...tax, included: true }))
      const withTax = mustQuote({ ...input, taxes: included })
      expect(withTax.totalMinor).toBe(mustQuote({ ...input, taxes: [] }).totalMinor)
      const contained = withTax.lines
        .filter((line) => line.kind === 'tax')
        .reduce((sum, line) => sum + line.amountMinor, 0)
      expect(contained).toBeLessThanOrEqual(withTax.totalMinor)
    }),
    RUNS,
  )
})
