import type { BrowserContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'

test.use(WITH_WORKER)

const PLATE = 'CKTB 482'
const VEHICLES = '**/api/v1/user/vehicles/'

/** Counts the app's workers and lists its caches in this browser. */
const installed = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))

/** The update check that browsers make once a day and the app every hour. */
const lookForRelease = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())

/**
 * Lets the first write of vehicles take effect but loses its answer; resolves with its key once the provider has it.
 */
function loseFirstAnswer(context: BrowserContext): Promise<string | undefined> {
  return new Promise((resolve) => {
    let isFirst = true
    void context.route(VEHICLES, async (route) => {
      if (!isFirst || route.request().method() !== 'POST') return route.fallback()
      isFirst = false
      await route.fetch()
      resolve(route.request().headers()['idempotency-key'])
      return undefined
    })
  })
}

test('fault 42: the kill switch takes a worker away in the middle of a drain; the outbox stays, and the command has one effect', async ({
  app,
  context,
  page,
  provider,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/profile')
  await untilInstalled(page)
  await page.reload()
  expect((await installed(page)).caches).not.toEqual([])
  const firstSent = loseFirstAnswer(context)
  await app.profile.addVehicle(PLATE)
  const key = await firstSent

  await provider.halt()
  await provider.resume({ SW_KILL: '1' })
  try {
    const sentAgain = page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.headers()['idempotency-key'] === key,
      { timeout: 45_000 },
    )
    const reloaded = page.waitForEvent('load')
    // The reload interrupts this call.
    await lookForRelease(page).catch(() => undefined)
    await reloaded
    await expect(app.profile.vehicles.filter({ hasText: PLATE })).toBeVisible()
    await sentAgain
    const listed = async () => {
      const answer = await request.get('/api/v1/user/vehicles/', {
        headers: { authorization: `Bearer ${account.accessToken}` },
      })
      const { data }: { data: { plate: string }[] } = await answer.json()
      return data.map(({ plate }) => plate)
    }
    await expect.poll(listed).toEqual([PLATE])
    await expect.poll(() => installed(page), { timeout: 20_000 }).toEqual({ workers: 0, caches: [] })

    await test.step('and it does not go round in circles', async () => {
      const loads: string[] = []
      page.on('load', () => loads.push('load'))
      await page.goto('/')
      await expect.poll(() => installed(page), { timeout: 20_000 }).toEqual({ workers: 0, caches: [] })
      await expect(app.frame.heading).toBeVisible()
      await page.goto('/profile')
      await expect(app.profile.vehicles.filter({ hasText: PLATE })).toBeVisible()
      expect(loads).toHaveLength(2)
    })
  } finally {
    await provider.halt()
    await provider.resume()
  }

  await test.step('the next release installs as on a new phone', async () => {
    await page.goto('/')
    await untilInstalled(page)
    expect((await installed(page)).caches).not.toEqual([])
  })
})
