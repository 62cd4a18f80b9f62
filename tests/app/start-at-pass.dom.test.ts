import { beforeEach, expect, test, vi } from 'vitest'
import { startAtPass } from '../../src/app/start-at-pass.ts'
import { savePassWindows } from '../../src/lib/pass-windows.ts'
import { deletePageSnapshots } from '../../src/lib/page-snapshots.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const PASS = '/booking-details/K7QM-4T2P/pass'

const startBy = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry])

beforeEach(() => {
  startBy('navigate')
  history.replaceState(null, '', '/?source=home-screen')
  savePassWindows([{ path: PASS, fromMs: NOW - 1, untilMs: NOW + 1 }])
})

test('a start from the home screen while a booking runs is a start at its pass', () => {
  startAtPass(NOW)
  expect(location.pathname + location.search).toBe(PASS)
  expect(history.state).toMatchObject({ usr: { fromStart: true } })
})

test.each([
  ['/', 'home in a tab of the browser'],
  ['/wallet', 'a deep link'],
  ['/search?source=home-screen', 'another page'],
])('%s stays where it is: %s', (address) => {
  history.replaceState(null, '', address)
  startAtPass(NOW)
  expect(location.pathname + location.search).toBe(address)
})

test.each(['reload', 'back_forward'])('a %s stays where it is: the driver has gone there', (type) => {
  startBy(type)
  startAtPass(NOW)
  expect(location.pathname).toBe('/')
})

test.each([
  ['has not begun', NOW - 2],
  ['is over', NOW + 1],
])('a booking that %s leaves the start at home', (_what, at) => {
  startAtPass(at)
  expect(location.pathname).toBe('/')
})

test.each(['{', 'null', '{"path":1}', '[{"path":"https://elsewhere.test","fromMs":0,"untilMs":9e15}]'])(
  'what was spoiled leads nowhere: %s',
  (text) => {
    localStorage.setItem('baywise-stays', text)
    startAtPass(NOW)
    expect(location.pathname).toBe('/')
  },
)

test('after a sign-out no start leads to a pass', () => {
  deletePageSnapshots()
  startAtPass(NOW)
  expect(location.pathname).toBe('/')
})
