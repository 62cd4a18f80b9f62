import { expect, test } from 'vitest'
import type { QuoteLine } from '../../src/domain/tariff.ts'
import { usePriceLines } from '../../src/parts/use-price-lines.tsx'
import { PriceLines } from '../../src/ui/price-lines.tsx'
import { render } from '../setup/render.tsx'

const BEDFORD_ROAD: readonly QuoteLine[] = [
  { kind: 'units', units: 7, unitMinutes: 30, unitPriceMinor: 300, amountMinor: 2100 },
  { kind: 'maximum', fromMinute: 420, toMinute: 1080, amountMinor: -700 },
  { kind: 'tax', code: 'HST', name: 'HST', included: true, amountMinor: 161 },
]

function Price({ lines, totalMinor }: { readonly lines: readonly QuoteLine[]; readonly totalMinor: number }) {
  return <PriceLines lines={usePriceLines({ lines, totalMinor, currency: 'CAD' })} />
}

const rows = (host: HTMLElement) =>
  Array.from(host.querySelectorAll('dl > div'), (row) => row.textContent.replaceAll('\u00a0', ' '))

test('a price reads as units, what the maximum takes off, and the total with the tax inside it', async () => {
  const host = await render(<Price lines={BEDFORD_ROAD} totalMinor={1400} />)
  expect(rows(host)).toEqual([
    '7 half hours × C$3.00C$21.00',
    'Maximum, 07:00 to 18:00−C$7.00',
    'Total, HST C$1.61 includedC$14.00',
  ])
})

test('a tax that is added stands on a row of its own', async () => {
  const lines: readonly QuoteLine[] = [
    { kind: 'units', units: 1, unitMinutes: 60, unitPriceMinor: 500, amountMinor: 500 },
    { kind: 'tax', code: 'GST', name: 'GST', included: false, amountMinor: 25 },
  ]
  const host = await render(<Price lines={lines} totalMinor={525} />)
  expect(rows(host)).toEqual(['1 hour × C$5.00C$5.00', 'GSTC$0.25', 'TotalC$5.25'])
})
