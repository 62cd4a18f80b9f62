import { expect, test } from 'vitest'
import { DEFAULT_REFUND_POLICY, refundStepsOf } from '../../src/domain/cancellation.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { RefundRows } from '../../src/parts/refund-rows.tsx'
import { render } from '../setup/render.tsx'

const at = (text: string) => toInstant(Date.parse(text))

test('the refund is said once a minute at most: until the start, then what really comes back after it', async () => {
  const times = { startMs: at('2026-11-21T14:30:00Z'), endMs: at('2026-11-21T17:30:00Z') }
  const booking = { ...times, totalMinor: 800, unitMinutes: 30, steps: refundStepsOf(DEFAULT_REFUND_POLICY, times) }
  const host = await render(<RefundRows booking={booking} currency="CAD" zone="UTC" now={at('2026-11-21T12:00:00Z')} />)
  const rows = Array.from(host.querySelectorAll('dl > div'), (row) => row.textContent.replaceAll('\u00a0', ' '))
  expect(rows).toEqual([
    'Cancel before 14:30C$8.00 back',
    'Cancel after 14:30C$3.33 back',
    'Cancel after 15:00C$2.67 back',
  ])
})
