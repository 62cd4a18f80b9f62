import 'fake-indexeddb/auto'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renewPush } from '../../src/actions/push.online.ts'
import { saveCalendarExport } from '../../src/lib/calendar-exports.ts'
import { keepPushDevice } from '../../src/lib/push-device.ts'
import { err } from '../../src/lib/result.ts'
import { ReminderStates } from '../../src/parts/reminder-states.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'
import { render } from '../setup/render.tsx'

vi.mock('../../src/actions/push.online.ts', async (original) => ({ ...(await original()), renewPush: vi.fn() }))

interface Browser {
  readonly permission?: NotificationPermission
  readonly isSubscribed?: boolean
  readonly hasPush?: boolean
  readonly userAgent?: string
}

function useBrowser({ permission = 'default', isSubscribed = false, hasPush = true, userAgent }: Browser): void {
  if (hasPush) {
    vi.stubGlobal('PushManager', {})
    vi.stubGlobal('Notification', { permission })
  }
  const pushManager = { getSubscription: () => Promise.resolve(isSubscribed ? {} : null) }
  const serviceWorker = { getRegistration: () => Promise.resolve({ pushManager }) }
  const { maxTouchPoints } = navigator
  vi.stubGlobal('navigator', {
    userAgent: userAgent ?? navigator.userAgent,
    maxTouchPoints,
    language: 'en',
    serviceWorker,
  })
}

beforeEach(() => localStorage.clear())

const rowsOf = (host: HTMLElement) => Array.from(host.querySelectorAll('li'), (row) => row.textContent)

test.each<[state: string, browser: Browser & { readonly isKept?: boolean }, words: RegExp]>([
  ['off', {}, /^NotificationsOff\..*Turn on$/],
  ['forbidden', { permission: 'denied', isKept: true }, /^NotificationsBlocked: allow/],
  [
    'on',
    { permission: 'granted', isSubscribed: true, isKept: true },
    /^NotificationsOn, even when the app is closedTurn off$/,
  ],
  [
    'dropped by the browser',
    { permission: 'granted', isKept: true },
    /^NotificationsYour browser turned notifications offTurn back on$/,
  ],
  [
    'asked for again',
    { permission: 'default', isKept: true },
    /^NotificationsYour browser turned notifications offTurn back on$/,
  ],
  ['unknown to the browser', { hasPush: false }, /^NotificationsNot available in this browser$/],
  ['for installed apps alone', { hasPush: false, userAgent: 'iPhone' }, /^NotificationsFirst add Baywise to/],
])(
  'notifications that are %s say so, with the way to put it right',
  async (_state, { isKept = false, ...browser }, words) => {
    useBrowser(browser)
    if (isKept) keepPushDevice({ id: 'a', quiet: false })
    const host = await render(<ReminderStates stay={[bookingOf(BOOKING_ID)]} />)
    await vi.waitFor(() => expect(rowsOf(host)[0]).toMatch(words))
  },
)

test.each([
  ['not there yet', null, /Rings 30 and 10 minutes before the end.*Add$/],
  ['older than the stay', 1, /Your stay has changed: add it againAdd again$/],
])(
  'a calendar entry that is %s is put right by a file of the same event with the newest number',
  async (_s, kept, words) => {
    useBrowser({})
    const booking = { ...bookingOf(BOOKING_ID), version: 2 }
    if (kept !== null) saveCalendarExport(booking.booking_id, kept)
    const files: Blob[] = []
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${String(files.push(file))}`,
      revokeObjectURL: vi.fn(),
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const row = (await render(<ReminderStates stay={[booking]} />)).querySelectorAll('li')[1]
    expect(row?.textContent).toMatch(words)
    await act(async () => row?.querySelector('button')?.click())
    expect(row?.textContent).toContain('Added.')
    const text = (await files[0]?.text()) ?? ''
    expect(text).toContain(`UID:${booking.booking_id}@baywise\r\n`)
    expect(text).toContain('SEQUENCE:2\r\n')
  },
)

test('a change of the silent hours without a connection is named as such', async () => {
  vi.mocked(renewPush).mockResolvedValue(err({ kind: 'offline' }))
  useBrowser({ permission: 'granted', isSubscribed: true })
  keepPushDevice({ id: 'a', quiet: false })
  const host = await render(<ReminderStates stay={[bookingOf(BOOKING_ID)]} />)
  const chip = () => [...host.querySelectorAll('button')].find((one) => one.textContent.includes('No sound'))
  await vi.waitFor(() => expect(chip()).toBeDefined())
  await act(async () => chip()?.click())
  await vi.waitFor(() => expect(host.textContent).toContain('Changing the silent hours needs a connection.'))
  expect(host.textContent).not.toContain('Turning on notifications')
})
