import { appendFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { copyBuild } from './copy-build.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { Baywise } from './pages/baywise.ts'

test.use(WITH_WORKER)

/** Copies the built app with another worker, which a browser takes for the next release. Returns its folder. */
async function makeNextRelease(): Promise<string> {
  const folder = await copyBuild()
  await appendFile(path.join(folder, 'sw.js'), '\n// The next release.\n')
  return folder
}

const lookForRelease = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

const isWaiting = (page: Page) =>
  page.evaluate(async () => ((await navigator.serviceWorker.getRegistration())?.waiting ?? null) !== null)

/**
 * Makes the page request files continuously until a while after the next tap, so that a request is always in flight.
 */
const askAllTheTime = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const asking = setInterval(() => void fetch('/robots.txt').catch(() => undefined), 2)
    addEventListener('click', () => setTimeout(() => clearInterval(asking), 1_500), { once: true })
  })

/** Counts the loads of a page from now on. */
function countLoads(page: Page): { readonly count: number } {
  const loads = { count: 0 }
  page.on('load', () => {
    loads.count += 1
  })
  return loads
}

test('a new release waits for consent, spares a tab with something typed, and reloads every tab once', async ({
  app,
  context,
  page,
  provider,
  request,
  words,
}) => {
  const next = await makeNextRelease()
  await app.auth.signIn(await createAccount(request), '/bookings')
  await untilInstalled(page)
  await page.reload()
  const other = new Baywise(await context.newPage(), words)
  await other.page.goto('/profile')
  await other.profile.openAddVehicle()
  await other.profile.dialog.getByLabel(words.say('Plate number'), { exact: true }).fill('CKTB 482')

  await provider.halt()
  await provider.resume({ DIST_DIR: next })
  try {
    const [here, there] = [countLoads(page), countLoads(other.page)]
    await lookForRelease(page)
    await app.frame.expectText('A new version is ready.')
    expect(await isWaiting(page)).toBe(true)
    await expectAccessible(page, 'update banner')

    await app.frame.button('Update now').click()
    await app.frame.expectText('Something is unfinished in another tab. Finish it there, then update.')
    await expectAccessible(page, 'update banner, another tab is busy')
    expect([here.count, there.count]).toEqual([0, 0])
    expect(await isWaiting(page)).toBe(true)

    await other.profile.dialog.getByRole('button', { name: words.say('Save'), exact: true }).click()
    await expect(other.profile.vehicles.filter({ hasText: 'CKTB 482' })).toBeVisible()
    await other.frame.link('Bookings').click()
    await expect(other.page).toHaveURL('/bookings')

    await app.frame.button('Update now').click()
    await expect.poll(() => [here.count, there.count]).toEqual([1, 1])
    await expect.poll(() => isWaiting(page)).toBe(false)
    await expect(app.frame.button('Update now')).toBeHidden()
    await other.page.goto('/profile')
    await expect(other.profile.vehicles.filter({ hasText: 'CKTB 482' })).toBeVisible()
    expect([here.count, there.count]).toEqual([1, 2])
  } finally {
    await provider.halt()
    await provider.resume()
    await rm(next, { recursive: true })
  }
})

test('a release that is let in while the page asks for something takes over soon: the old worker, started by that, does not hold it up', async ({
  app,
  page,
  provider,
}) => {
  const next = await makeNextRelease()
  await page.goto('/')
  await untilInstalled(page)
  await page.reload()
  await provider.halt()
  await provider.resume({ DIST_DIR: next })
  try {
    const loads = countLoads(page)
    await lookForRelease(page)
    await app.frame.expectText('A new version is ready.')
    await askAllTheTime(page)
    await app.frame.button('Update now').click()
    await expect.poll(() => loads.count).toBe(1)
    await expect.poll(() => isWaiting(page)).toBe(false)
  } finally {
    await provider.halt()
    await provider.resume()
    await rm(next, { recursive: true })
  }
})
