import { expect, test, vi } from 'vitest'
import { tariffToWire } from '../../src/contract/tariff-mapping.ts'
import { refundableOf, refundableStay } from '../../src/domain/cancellation.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { ParkRefund } from '../../src/parts/park-refund.tsx'
import { RefundRows } from '../../src/parts/refund-rows.tsx'
import { tariffOf, windowOf, perUnit } from '../domain/support/tariffs.ts'
import { render } from '../setup/render.tsx'

const at = (text: string) => toInstant(Date.parse(text))
const rowsOf = (host: HTMLElement) =>
  Array.from(host.querySelectorAll('dl > div'), (row) => row.textContent.replaceAll('\u00a0', ' '))

const NOON = at('2026-11-21T12:00:00Z')

test('the refund is said once a minute at most: until the start, then what really comes back after it', async () => {
  const stay = { startMs: at('2026-11-21T14:30:00Z'), endMs: at('2026-11-21T17:30:00Z') }
  const tariff = tariffOf({ unitMinutes: 30, windows: [windowOf(0, 1440, perUnit(200, 800))] })
  const rate = { tariff, taxes: [], vehicleType: 1, zone: 'UTC' } as const
  const booking = refundableStay({ ...stay, totalMinor: 800, rate }, NOON)
  const host = await render(<RefundRows booking={booking} currency="CAD" zone="UTC" now={NOON} />)
  expect(rowsOf(host)).toEqual([
    'Cancel before 14:30C$8.00 back',
    'Cancel after 14:30C$3.00 back',
    'Cancel after 15:00C$2.00 back',
  ])
})

test.each([
  {
    label: 'an undo while it is one',
    bookedAt: '2026-11-21T11:58:00Z',
    rows: ['Undo before 12:08C$6.00 back', 'Cancel after 12:08C$3.00 back', 'Cancel after 14:30C$0.00 back'],
  },
  {
    label: 'a cancel afterwards',
    bookedAt: '2026-11-21T11:00:00Z',
    rows: ['Cancel before 14:30C$3.00 back', 'Cancel after 14:30C$0.00 back'],
  },
])('where a car park gives back half before the start, all of it is called $label', async ({ bookedAt, rows }) => {
  const hourly = tariffOf({ windows: [windowOf(0, 1440, perUnit(200))] })
  const wire = {
    start_time: '2026-11-21T14:30:00Z',
    end_time: '2026-11-21T17:30:00Z',
    total: 600,
    created_at: bookedAt,
    refund_policy: [
      { until: '2026-11-21T14:30:00Z', percent: 50 },
      { until: '2026-11-21T17:30:00Z', percent: 0 },
    ],
  }
  const booking = refundableOf(wire, { tariff: hourly, taxes: [], vehicleType: 1, zone: 'UTC' })
  const host = await render(<RefundRows booking={booking} currency="CAD" zone="UTC" now={NOON} />)
  expect(rowsOf(host)).toEqual(rows)
})

const tariff = tariffToWire(tariffOf({ windows: [windowOf(0, 1440, perUnit(45_000))] }))
const HOURLY = { tariff, taxes: [], tariff_version: tariff.version, valid_until: '2026-11-22T12:00:00Z' }

test('before a stay that begins in a few minutes is booked, the preview says what leaving it early gives back', async () => {
  vi.useFakeTimers({ now: NOON })
  try {
    const host = await render(
      <ParkRefund
        park={{ timezone: 'UTC', rate: HOURLY }}
        stay={{ from: at('2026-11-21T12:04:00Z'), until: at('2026-11-21T15:04:00Z'), vehicleTypeId: 1 }}
        quote={{ lines: [], totalMinor: 135_000, currency: 'NGN', tariffVersion: 'v1', validUntilMs: NOON }}
      />,
    )
    expect(rowsOf(host)).toEqual([
      'Cancel before 12:04₦1,350.00 back',
      'Cancel after 12:04₦450.00 back',
      'Cancel after 13:04₦225.00 back',
    ])
  } finally {
    vi.useRealTimers()
  }
})
