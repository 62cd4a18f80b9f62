import 'fake-indexeddb/auto'
import type { ReactElement } from 'react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import RunningBar from '../../../src/app/running-bar.tsx'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import RunningCard from '../../../src/screens/home/running-card.tsx'
import { PassFace } from '../../../src/screens/pass/pass-face.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-23T15:20:00Z'))

const MINUTE_MS = 60_000
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
})

/** A car still inside, whose stay ended that many minutes ago. */
const endedBefore = (minutes: number) =>
  bookingOf(BOOKING_ID, {
    ...{ start_time: inMinutes(-90), end_time: inMinutes(-minutes), checked_in_at: inMinutes(-80) },
  })

async function show(element: ReactElement, minutes: number, language: 'en' | 'fr'): Promise<HTMLElement> {
  const booking = endedBefore(minutes)
  const row = { id: BOOKING_ID, code: booking.booking_code, booking, seq: 1, savedAt: Date.now() }
  await databases.user(sessionOf().user.user_id).bookings.put(row)
  const host = await render(element, language)
  setActing(false)
  return host
}

const PLACES = { home: <RunningCard key="home" />, bar: <RunningBar key="bar" /> }

test.each([
  { place: 'home', language: 'en', minutes: 3, tone: 'grace', words: 'Time’s up: leave now' },
  { place: 'home', language: 'fr', minutes: 3, tone: 'grace', words: 'Temps écoulé : partez maintenant' },
  { place: 'bar', language: 'en', minutes: 3, tone: 'grace', words: 'Time’s up: leave now' },
  { place: 'bar', language: 'fr', minutes: 3, tone: 'grace', words: 'Temps écoulé : partez maintenant' },
  { place: 'home', language: 'en', minutes: 30, tone: 'over', words: 'Over by 30 min' },
  { place: 'home', language: 'fr', minutes: 30, tone: 'over', words: 'Dépassement' },
  { place: 'bar', language: 'en', minutes: 30, tone: 'over', words: 'Over by 30 min' },
  { place: 'bar', language: 'fr', minutes: 30, tone: 'over', words: 'Dépassement' },
] as const)(
  '$place in $language, $minutes min after the end, is in the colour of $tone and says so',
  async ({ place, language, minutes, tone, words }) => {
    const host = await show(PLACES[place], minutes, language)
    await vi.waitFor(() => expect(host.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone))
    expect(host.textContent.replaceAll(/\s/g, ' ')).toContain(words)
  },
)

test.each([
  { language: 'en', minutes: 3, phase: 'grace', words: 'min to leave' },
  { language: 'fr', minutes: 3, phase: 'grace', words: 'min pour sortir' },
  { language: 'en', minutes: 30, phase: 'ended', words: 'Ended' },
  { language: 'fr', minutes: 30, phase: 'ended', words: 'Terminé' },
] as const)(
  'the pass in $language, $minutes min after the end, is in the colour of $phase and says so',
  async ({ language, minutes, phase, words }) => {
    const booking = endedBefore(minutes)
    const host = await render(
      <PassFace booking={booking} stay={booking} lastCode={booking.booking_code} text={`P1:${'7K'.repeat(72)}`} />,
      language,
    )
    const left = host.querySelector(`[data-phase=${phase}]`)
    expect(left?.textContent.replaceAll(/\s/g, ' ')).toContain(words)
  },
)
