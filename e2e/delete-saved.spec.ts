import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PLATE = 'CKTB482'

/** In tabs named 'broken', databases can be deleted but not opened. Runs in the page. */
function breakDatabases(): void {
  const open: unknown = Reflect.get(IDBFactory.prototype, 'open')
  if (typeof open !== 'function') return
  IDBFactory.prototype.open = function opening(...args) {
    if (window.name === 'broken') throw new DOMException('broken by the test', 'UnknownError')
    return Reflect.apply(open, this, args)
  }
}

/** Returns every text stored under this origin except the app's own files. */
const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('not read')))
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        found.push(name, store, await settled(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    for (const name of await caches.keys()) {
      if (name.startsWith('workbox-precache')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) found.push(name, request.url)
    }
    return JSON.stringify(found)
  })

test('deleting what is saved leaves nothing of the driver: no picture of the pass, no way to it, no row', async ({
  app,
  context,
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(/Storage is broken|render_failed|UnknownError|data_layer_failed/)
  const account = await createAccount(request)
  const park = await mustFindPark(request, 'Green P Carpark 288')
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: PLATE })
  await context.addInitScript(breakDatabases)
  await app.auth.signIn(account, '/bookings')
  await untilInstalled(page)
  await page.goto(`/booking-details/${code}/pass`)
  await app.bookings.expectPass({ code, plate: PLATE })
  const traces = [code, PLATE, account.email]
  await expect.poll(async () => (await storedTexts(page)).split(code).length).toBeGreaterThan(2)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('baywise-stays') ?? '')).toContain(code)

  await page.evaluate(() => void (window.name = 'broken'))
  await page.goto('/profile')
  await expect(app.frame.heading).toHaveText('We can’t read what’s saved on this phone')
  await page.evaluate(() => void (window.name = ''))
  await app.frame.button('Delete saved data').click()
  await page.waitForURL('/')
  await expect(app.frame.heading).toBeVisible()
  const left = await storedTexts(page)
  for (const trace of traces) expect(left).not.toContain(trace)

  // Started like the icon on the home screen: no pass, and nothing that the driver saw.
  await page.goto('/?source=home-screen')
  await expect(app.frame.heading).toBeVisible()
  await page.goto(`/booking-details/${code}/pass`)
  await expect(page.getByText(PLATE)).toHaveCount(0)
})
