import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PassFace } from '../../../src/screens/pass/pass-face.tsx'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

const HOUR_MS = 3_600_000
const CODE = 'K7QM-4T2P'
const booking = bookingOf(BOOKING_ID, {
  booking_code: CODE,
  start_time: new Date(Date.now() - HOUR_MS).toISOString(),
  end_time: new Date(Date.now() + HOUR_MS).toISOString(),
})
/** A text with the length and characters of a real pass. */
const TEXT = `P1:${'7K'.repeat(72)}`

const show = () => render(<PassFace booking={booking} stay={booking} lastCode={CODE} text={TEXT} />)

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document, 'visibilityState')
})

/** Returns the modules per side, including the quiet zone of four on each; null when no QR code is shown. */
const sideOf = (host: HTMLElement): number | null => {
  const box = host.querySelector('svg[role=img]')?.getAttribute('viewBox')
  return box === null || box === undefined ? null : Number(box.split(' ')[2])
}

async function tap(host: HTMLElement, text: string): Promise<void> {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent === text)
  await act(async () => button?.click())
}

test('a pass that does not scan is shown with more correction, then as its code alone, then as before', async () => {
  const host = await show()
  expect(sideOf(host)).toBe(41 + 8)
  await tap(host, 'Not scanning?')
  expect(sideOf(host)).toBe(49 + 8)
  await tap(host, 'Not scanning?')
  expect(sideOf(host)).toBeNull()
  expect(host.textContent).toContain(CODE)
  await tap(host, 'Not scanning?')
  expect(sideOf(host)).toBe(41 + 8)
})

test.each([
  ['reads until when it is paid, not that the stay has ended', 14.5, /^15\smin left$/],
  ['reads that it has ended once what was paid is over too', -20, /^Ended$/],
])('a paid overstay %s', async (_what, minutesLeft, words) => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const overstay = { paid: 400, until: inMinutes(minutesLeft) }
  const paid = { ...booking, start_time: inMinutes(-105), end_time: inMinutes(-45), overstay }
  const host = await render(<PassFace booking={paid} stay={paid} lastCode={CODE} text={TEXT} />)
  // The texts about the amount due load outside act().
  setActing(false)
  expect(host.querySelector('[data-phase]')?.textContent).toMatch(words)
})

/** Stubs a browser that grants screen wake locks; returns its grants and releases in order. */
function grantScreen(): string[] {
  const calls: string[] = []
  const request = (kind: string) => {
    calls.push(kind)
    const lock = Object.assign(new EventTarget(), {
      release: () => {
        calls.push('release')
        lock.dispatchEvent(new Event('release'))
        return Promise.resolve()
      },
    })
    locks.push(lock)
    return Promise.resolve(lock)
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  return calls
}
const locks: EventTarget[] = []

const STAYS_ON = 'The screen stays on while this is open'

test('the screen stays on while the pass is seen, is asked for again when it comes back, and says so only then', async () => {
  const calls = grantScreen()
  const host = await show()
  expect(calls).toEqual(['screen'])
  expect(host.textContent).toContain(STAYS_ON)

  const change = (visibilityState: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    return act(async () => document.dispatchEvent(new Event('visibilitychange')))
  }
  // The browser releases the lock of a hidden page.
  await act(async () => locks.at(-1)?.dispatchEvent(new Event('release')))
  await change('hidden')
  expect(host.textContent).not.toContain(STAYS_ON)
  await change('visible')
  expect(calls).toEqual(['screen', 'screen'])
  expect(host.textContent).toContain(STAYS_ON)
})

test('a browser that refuses to keep the screen on shows the pass all the same, and claims nothing', async () => {
  const request = () => Promise.reject(new DOMException('Low battery', 'NotAllowedError'))
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  const host = await show()
  expect(sideOf(host)).toBe(41 + 8)
  expect(host.textContent).not.toContain(STAYS_ON)
})
