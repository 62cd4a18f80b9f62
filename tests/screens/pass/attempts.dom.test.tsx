import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Command } from '../../../src/db/command.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { useAttempts } from '../../../src/screens/pass/use-attempts.ts'
import { render, setActing } from '../../setup/render.tsx'
import { BOOKING_ID, bookingOf } from '../../sync/support/small-provider.ts'
import { EXTEND, keep, startAfresh } from '../activity/support/activity.tsx'

const { bookingId, baseEnd } = EXTEND
const BOOKING = bookingOf(BOOKING_ID)

function Attempts({ booking }: { readonly booking: Booking }) {
  return useAttempts(booking).map(({ key, words: [what] }) => <p key={key}>{what}</p>)
}

beforeEach(startAfresh)

test.each<[string, Command]>([
  ['Cancel this booking', { kind: 'booking.cancel', bookingId, minRefundMinor: 0 }],
  ['Change the plate of', { kind: 'booking.change_plate', bookingId, body: { plate: 'ABC123' } }],
  ['Shorten the stay at', { kind: 'booking.shorten', bookingId, baseEnd, newEnd: baseEnd, minRefundMinor: 0 }],
  ['Pay the time after the end at', { kind: 'booking.pay_overstay', bookingId, maxPriceMinor: 400, paidMinor: 0 }],
  ['again', { kind: 'booking.renew', bookingId, quotedTotal: 400, tariffVersion: '1' }],
  ['for the new date', { kind: 'booking.keep_event', bookingId, parkingFrom: baseEnd }],
])('the proof names each request by what was asked for: %s', async (words, command) => {
  await keep(command, { state: 'done' })
  const host = await render(<Attempts booking={BOOKING} />)
  setActing(false)
  await vi.waitFor(() => expect(host.querySelectorAll('p')).toHaveLength(1))
  expect(host.textContent).toContain(words)
})
