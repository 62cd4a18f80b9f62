import { expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { UntilWhen } from '../../src/screens/booking/until-when.tsx'
import { PassFace } from '../../src/screens/pass/pass-face.tsx'
import { render, setActing } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

type Hours = NonNullable<Booking['monthly']>['hours']

const NIGHT: Hours[number] = { days: [0, 1, 2, 3, 4, 5, 6], from_minute: 1_200, to_minute: 420 }
const WEEKEND: Hours[number] = { days: [6, 0], from_minute: 0, to_minute: 1_440 }

const CASES: readonly (readonly ['en' | 'fr', Hours, string])[] = [
  ['en', [], 'Month, at any time'],
  ['fr', [], 'Mois, à toute heure'],
  ['en', [NIGHT], 'Month, every day 20:00 – 07:00'],
  ['fr', [NIGHT], 'Mois, tous les jours 20 h 00 – 7 h 00'],
  ['fr', [WEEKEND, NIGHT], 'Mois, sam. – dim., tous les jours 20 h 00 – 7 h 00'],
]

const passOf = (hours: Hours): Booking =>
  bookingOf(BOOKING_ID, {
    ...{ booking_code: 'K7QM-4T2P', start_time: '2026-11-24T05:00:00Z', end_time: '2027-12-24T05:00:00Z' },
    monthly: {
      ...{ product_id: 7, kind: 'monthly_pass', names: { en: 'Month', fr: 'Mois' }, hours },
      ...{ first_day: '2026-11-24', last_day: '2027-12-23' },
    },
  })

const PLACES = {
  'the face of a pass': (booking: Booking) => (
    <PassFace booking={booking} stay={booking} lastCode="K7QM-4T2P" text="P1:7K" />
  ),
  'the booking': (booking: Booking) => (
    <UntilWhen booking={{ ...booking, asked: booking, pending: false, waiting: [] }} phase="running" />
  ),
}

const textOf = (host: HTMLElement): string => host.textContent.replaceAll(/\s/g, ' ')

test.each(Object.entries(PLACES))(
  'on %s the hours of a pass go on after its name without a capital',
  async (_, show) => {
    for (const [language, hours, words] of CASES) {
      const host = await render(show(passOf(hours)), language)
      // The QR code and the zone note arrive outside act().
      setActing(false)
      expect(textOf(host)).toContain(words)
    }
  },
)
