import type { Page } from '@playwright/test'
import { expect, WITH_WORKER } from '../fixtures.ts'
import { nextShell } from '../next-release.ts'
import { untilInstalled, whileOffline } from '../offline.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from '../pages/check-page.ts'
import { mustFindPark } from '../parks.ts'
import { readPreviousRelease } from '../releases/release.ts'
import { showText, withStubCamera } from '../scan/stub-camera.ts'
import type { Fault, FaultProxy } from './fault-proxy.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

/** Returns what the worker stored under a path; undefined when nothing is stored. */
const storedUnder = (page: Page, path: string): Promise<string | undefined> =>
  page.evaluate(async (start) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith(start)) return (await cache.match(request))?.text()
    }
    return undefined
  }, path)

/** Returns the state of the installation; 'none' also after a failed one. */
const workersOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.installing) return 'installing'
    if (registration?.waiting) return 'waiting'
    return registration?.active === null || registration === undefined ? 'none' : 'active'
  })

/** The chunk of a page that is installed with the app. */
const CHUNK = '/assets/activity-screen-'
const DECODER = '/assets/decoder-worker-'

const timesAsked = (network: FaultProxy, start: string): number =>
  network.seen.filter(({ path }) => path.startsWith(start)).length

for (const portal of ['portal', 'kept portal'] satisfies Fault[])
  test(`fault 27: a ${portal} that answers for a file of the app is not installed; once it is gone the app is, and works with no signal`, async ({
    app,
    context,
    network,
    page,
  }) => {
    const heal = network.break(portal, ({ path }) => path.startsWith(CHUNK))
    await page.goto('/')
    await expect.poll(() => timesAsked(network, CHUNK)).toBeGreaterThan(0)
    await expect.poll(() => workersOf(page), { timeout: 30_000 }).toBe('none')
    expect(await storedUnder(page, CHUNK)).toBeUndefined()

    heal()
    await page.reload()
    await untilInstalled(page)
    expect(await storedUnder(page, CHUNK)).not.toContain('Hotel')
    await whileOffline(context, async () => {
      await page.goto('/activity')
      await expect(app.frame.heading).toHaveText('Activity')
    })
  })

test('fault 27: a first installation that a portal spoiled is tried again when the driver comes back to the page', async ({
  network,
  page,
}) => {
  const heal = network.break('portal', ({ path }) => path.startsWith(CHUNK))
  await page.goto('/')
  await expect.poll(() => timesAsked(network, CHUNK)).toBeGreaterThan(0)
  await expect.poll(() => workersOf(page), { timeout: 30_000 }).toBe('none')
  heal()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await untilInstalled(page)
})

test('a deploy between the worker and the shell installs nothing; the old worker stays, and the next look finds it whole', async ({
  app,
  context,
  network,
  page,
}) => {
  await page.goto('/')
  await untilInstalled(page)
  const shell = await storedUnder(page, '/index.html')
  const [next, previous] = [nextShell(), readPreviousRelease()]
  const look = (): Promise<unknown> =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })

  // The worker is of one release, the shell already of the next.
  network.release = { answer: (url) => (url.startsWith('/index.html') ? previous : next).answer(url) }
  const asked = timesAsked(network, '/index.html')
  await look()
  await expect.poll(() => timesAsked(network, '/index.html')).toBeGreaterThan(asked)
  await expect.poll(() => workersOf(page), { timeout: 30_000 }).toBe('active')
  expect(await storedUnder(page, '/index.html')).toBe(shell)
  await whileOffline(context, async () => {
    await page.goto('/activity')
    await expect(app.frame.heading).toHaveText('Activity')
  })

  network.release = next
  await look()
  await expect.poll(() => workersOf(page), { timeout: 30_000 }).toBe('waiting')
  const reloaded = page.waitForEvent('load')
  await app.frame.button('Update now').click()
  await reloaded
  await expect.poll(() => storedUnder(page, '/index.html')).toBe(next.shell.toString())
})

test('fault 27: a portal that answers for a file of the gate is not kept; once it is gone the gate works with no signal', async ({
  context,
  network,
  provider,
  request,
  words,
}) => {
  const parks = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const pairing = await makePairingCode(
    provider,
    parks.map(({ slug }) => codeOf(slug)),
  )
  const heal = network.break('portal', ({ path }) => path.startsWith(DECODER))
  const check = new CheckPage(await context.newPage(), words)
  await check.pair(pairing)
  const { page } = check
  await expect.poll(() => timesAsked(network, DECODER)).toBeGreaterThan(0)
  expect(await storedUnder(page, DECODER)).toBeUndefined()

  heal()
  await withStubCamera(page)
  await page.reload()
  await expect.poll(() => storedUnder(page, DECODER)).toBeDefined()
  expect(await storedUnder(page, DECODER)).not.toContain('Hotel')
  await whileOffline(context, async () => {
    await page.reload()
    await check.choose('Camera')
    await showText(page, 'https://example.com/menu')
    await check.expectVerdict('UNKNOWN')
  })
})
