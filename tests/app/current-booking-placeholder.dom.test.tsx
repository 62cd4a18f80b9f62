import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { CurrentBookingPlaceholder } from '../../src/app/current-booking-placeholder.tsx'
import { systemClock } from '../../src/lib/clock.ts'
import { savePassWindows } from '../../src/lib/pass-windows.ts'
import { render } from '../setup/render.tsx'

const HOUR_MS = 3_600_000
const PASS = '/booking-details/K7M2QX/pass'

beforeEach(() => localStorage.clear())

/** Whether the placeholder bar is rendered, still without text. */
async function hasBar(path: string): Promise<boolean> {
  const host = await render(
    <Routes location={path}>
      <Route path="*" element={<CurrentBookingPlaceholder />} />
    </Routes>,
  )
  expect(host.textContent).toBe('')
  return host.querySelector('[data-form="bar"]') !== null
}

const keep = (fromMs: number, untilMs: number) => {
  const nowMs = systemClock.now()
  savePassWindows([{ path: PASS, fromMs: nowMs + fromMs, untilMs: nowMs + untilMs }])
}

test('a stay that runs has its place from the first moment on', async () => {
  keep(-HOUR_MS, HOUR_MS)
  expect(await hasBar('/search')).toBe(true)
})

test.each(['/booking-details/K7M2QX', PASS])('its own page %s has none, as it has no bar', async (path) => {
  keep(-HOUR_MS, HOUR_MS)
  expect(await hasBar(path)).toBe(false)
})

test.each([
  ['before a stay', HOUR_MS, 2 * HOUR_MS],
  ['after a stay', -2 * HOUR_MS, -HOUR_MS],
])('%s no place is held', async (_, fromMs, untilMs) => {
  keep(fromMs, untilMs)
  expect(await hasBar('/search')).toBe(false)
})

test('without a stay no place is held', async () => {
  expect(await hasBar('/search')).toBe(false)
})
