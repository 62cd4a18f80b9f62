import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'

test.use(WITH_WORKER)

/** Dispatches Chromium's install event, which an automated browser without a profile never fires. */
function offerInstall(outcome: 'accepted' | 'dismissed'): void {
  const event = new Event('beforeinstallprompt', { cancelable: true })
  const prompt = () => {
    document.documentElement.dataset['asked'] = String(event.defaultPrevented)
    return Promise.resolve({ outcome })
  }
  dispatchEvent(Object.assign(event, { prompt }))
}

test('the browser finds nothing that keeps the app from being installed, and offers it', async ({ baseURL }, info) => {
  // Needs a persistent profile: Chromium installs nothing in the private contexts that other tests use.
  const executablePath = findBrowser()
  const context = await chromium.launchPersistentContext(info.outputPath('profile'), {
    args: BROWSER_FLAGS,
    ...(executablePath === undefined ? {} : { executablePath }),
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  const [page] = context.pages()
  if (page === undefined) throw new Error('no page')
  await page.addInitScript(() => {
    addEventListener('beforeinstallprompt', (event) => {
      document.documentElement.dataset['offered'] = String(event.defaultPrevented)
    })
  })
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.locator('html')).toHaveAttribute('data-offered', /./)
  const session = await context.newCDPSession(page)
  const manifest = await session.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const { screenshots, shortcuts, icons } = JSON.parse(manifest.data ?? '{}') as Record<
    string,
    { src?: string; url?: string }[]
  >
  for (const { src, url } of [...(screenshots ?? []), ...(icons ?? []), ...(shortcuts ?? [])]) {
    const answer = await page.request.get(src ?? url ?? '')
    expect([src ?? url, answer.status()]).toEqual([src ?? url, 200])
    if (src !== undefined) expect(answer.headers()['content-type']).toContain('image/png')
  }
  await context.close()
})

test('nothing is asked on arrival; the profile offers it, once for each offer of the browser', async ({
  app,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/profile')
  const install = page.getByRole('button', { name: 'Install' })
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(install).toBeHidden()
  await page.evaluate(offerInstall, 'dismissed' as const)
  await install.click()
  // The app had deferred the browser's own prompt until then.
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true')
  await expect(install).toBeHidden()
  await page.goto('/')
  await page.evaluate(offerInstall, 'accepted' as const)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(install).toBeHidden()
})

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  test('the profile says how it is done by hand', async ({ app, page, request }) => {
    await app.auth.signIn(await createAccount(request), '/profile')
    await expect(page.getByText('Add to Home Screen')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Install' })).toBeHidden()
  })
})

test('what another app shares fills the search', async ({ page }) => {
  await page.goto('/share?title=Map&text=Union%20Station%0A65%20Front%20St%20W&url=https%3A%2F%2Fmaps.example%2Fx')
  await expect(page).toHaveURL(/\/search\?search=Union\+Station/)
})

test('what another app shares with no signal fills the search among the car parks that are saved', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/search?search=Toronto')
  await expect(app.find.cards.first()).toBeVisible()
  await untilInstalled(page)
  await whileOffline(context, async () => {
    await page.goto('/share?title=Map&text=Toronto&url=https%3A%2F%2Fmaps.example%2Fx')
    await expect(page).toHaveURL(/\/search\?search=Toronto/)
    await app.frame.expectOffline()
    await expect(app.find.cards.first()).toBeVisible()
  })
})
