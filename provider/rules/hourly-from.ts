import type { Tariff } from '../../src/domain/tariff.ts'

/** The lowest price of an hour, minor units. Null when the tariff has no hourly price. */
export function hourlyFrom({ windows, unitMinutes }: Pick<Tariff, 'windows' | 'unitMinutes'>): number | null {
  const hourly = windows.flatMap(({ price }) => {
    if (price.kind === 'free') return [0]
    return price.kind === 'unit'
      ? price.tiers.map(({ unitPriceMinor }) => Math.ceil(60 / unitMinutes) * unitPriceMinor)
      : []
  })
  const paid = hourly.filter((amountMinor) => amountMinor > 0)
  if (paid.length > 0) return Math.min(...paid)
  return windows.length > 0 && windows.every(({ price }) => price.kind === 'free') ? 0 : null
}
