import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { applyParks } from '../../src/db/apply/parks.ts'
import { applyVehicle } from '../../src/db/apply/vehicles.ts'
import { databases } from '../../src/db/databases.ts'
import { saveCalendarExport } from '../../src/lib/calendar-exports.ts'
import { storeLanguage } from '../../src/lib/language.ts'
import { keepPushDevice } from '../../src/lib/push-device.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { keepSocialMarks } from '../../src/lib/social-marks.ts'
import { savePassWindows } from '../../src/lib/pass-windows.ts'
import { savePageSnapshot } from '../../src/lib/page-snapshots.ts'
import { storageLost } from '../../src/signals/storage-lost.ts'
import { writeTabText } from '../../src/lib/session-storage.ts'
import { deleteSavedData } from '../../src/sync/recover-storage.ts'
import { checkInstall } from '../../src/sync/install.ts'
import { appContext } from '../../src/sync/app-context.ts'
import { parkOf } from '../db/support/park.ts'
import { sessionOf } from '../db/support/session.ts'
import { createSmallProvider } from './support/small-provider.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00cc'

/** Lists everything a browser stores for an origin, by name. */
async function leftBehind(caches: ReadonlySet<string>) {
  return {
    local: Object.keys(localStorage).toSorted(),
    tab: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: [...caches],
    cookies: document.cookie,
  }
}

const REPORTS = 'workbox-background-sync'

const createDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => resolve(request.result.close()))
    request.addEventListener('error', () => reject(new Error(name)))
  })

/** Fills the storage as a driver does: signed in, with rows, page snapshots and flags of all kinds. */
async function useThePhone(): Promise<void> {
  await applySession(databases, sessionOf(USER), 1)
  await applyParks(databases, [parkOf({ id: 1 })], 1)
  for (const vehicle of createSmallProvider().vehicles.values())
    await applyVehicle(databases, USER, { vehicle, savedAt: 1 })
  await checkInstall(appContext)
  await createDatabase(REPORTS)
  savePageSnapshot('/booking-details/BW-1/pass', { build: 'a', language: 'en', untilMs: 9e15, html: '<b>BW-1</b>' })
  savePassWindows([{ path: '/booking-details/BW-1/pass', fromMs: 0, untilMs: 9e15 }])
  saveCalendarExport('BW-1', 1)
  keepSocialMarks(true)
  keepPushDevice({ id: 'push-1', quiet: true })
  selectedCountry.set({
    code: 'CA',
    name: 'Canada',
    autoDetected: true,
    fallback: false,
    ip: '192.0.2.1',
    city: 'Toronto',
    region: null,
  })
  storageLost.set(true)
  storeLanguage('fr')
  localStorage.setItem('baywise-appearance', 'dark')
  localStorage.setItem('of a release to come', 'anything')
  writeTabText('baywise-checkout', '{"plate":"CKTB482"}')
}

test('after what is saved was deleted nothing is left but the language, the colours, the app itself and error reports that name nobody', async () => {
  const names = new Set(['baywise-tiles', 'baywise-photos', 'attendant-files', 'workbox-precache-v2-http://localhost/'])
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...names]),
    delete: (name: string) => Promise.resolve(names.delete(name)),
  })
  const [ended, closed] = [vi.fn<() => Promise<boolean>>().mockResolvedValue(true), vi.fn<() => void>()]
  const registration = {
    pushManager: { getSubscription: () => Promise.resolve({ unsubscribe: ended }) },
    getNotifications: () => Promise.resolve([{ close: closed }]),
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } })
  await useThePhone()
  expect((await leftBehind(names)).databases.length).toBeGreaterThan(3)
  await deleteSavedData()
  expect(await leftBehind(names)).toEqual({
    local: ['baywise-appearance', 'language'],
    tab: [],
    // Error reports contain no personal data.
    databases: [REPORTS],
    caches: ['workbox-precache-v2-http://localhost/'],
    cookies: '',
  })
  expect(ended).toHaveBeenCalledOnce()
  expect(closed).toHaveBeenCalledOnce()
})

test('a step that fails keeps none of the others from being taken', async () => {
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  vi.stubGlobal('caches', { keys: () => Promise.reject(new DOMException('broken', 'UnknownError')) })
  await useThePhone()
  await deleteSavedData()
  const { local, databases: left } = await leftBehind(new Set())
  expect([local, left]).toEqual([['baywise-appearance', 'language'], [REPORTS]])
  expect(warn).toHaveBeenCalledOnce()
  warn.mockClear()
})

test('a phone whose saved things were deleted on purpose is not told that the browser has lost them', async () => {
  vi.stubGlobal('caches', undefined)
  await useThePhone()
  await deleteSavedData()
  storageLost.set(false)
  expect(await checkInstall(appContext)).toBe('first')
  expect(storageLost.get()).toBe(false)
})
