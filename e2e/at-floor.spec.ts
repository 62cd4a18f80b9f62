import { readFile, rm, writeFile } from 'node:fs/promises'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createAccount } from './account.ts'
import { copyBuild } from './copy-build.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { listAnew } from './next-release.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { readyForPlaywright } from './old-browser.ts'
import { ProviderProcess } from './provider-process.ts'

test.use(WITH_WORKER)

/**
 * Removes what scripts/floor/built-ins.ts polyfills, and everything else Chrome added between 93 and 120 that the app
 * could use.
 */
const WITHOUT = `
for (const name of ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']) delete Array.prototype[name]
for (const name of ['hasOwn', 'groupBy']) delete Object[name]
for (const name of ['any', 'timeout', 'abort']) delete AbortSignal[name]
delete AbortSignal.prototype.throwIfAborted
delete URL.canParse
delete Promise.withResolvers
delete Array.fromAsync
delete globalThis.structuredClone;
`

/** Builds a copy of the app whose workers also run as in a browser at the floor; returns its folder. */
async function buildWithout(): Promise<string> {
  const folder = await copyBuild()
  const changed = new Set(globSync('assets/*-worker-*.js', { cwd: folder }))
  for (const file of [...changed, 'sw.js']) {
    const built = path.join(folder, file)
    await writeFile(built, WITHOUT + (await readFile(built, 'utf8')))
  }
  const worker = path.join(folder, 'sw.js')
  const listed = listAnew(await readFile(worker, 'utf8'), (file) =>
    changed.has(file) ? readFileSync(path.join(folder, file)) : undefined,
  )
  await writeFile(worker, listed)
  return folder
}

test.use({
  provider: [
    async ({ browserName: _unneeded }, provide) => {
      const folder = await buildWithout()
      const provider = await ProviderProcess.start({ DIST_DIR: folder })
      await provide(provider)
      await provider.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

test('a browser without what came after the floor finds, books and opens the pass with no signal', async ({
  app,
  context,
  page,
  request,
  words,
}) => {
  await readyForPlaywright(page)
  await context.addInitScript(WITHOUT)
  await app.auth.signIn(await createAccount(request), '/profile')
  await app.profile.addVehicle('CKTB 482')
  await untilInstalled(page)
  await page.goto('/search?search=Green P Carpark 215')
  await expect(app.find.map).toBeVisible()
  await app.find.card('Green P Carpark 215').click()
  await app.find.bookLink.click()
  await expect(app.checkout.vehicle).toContainText('CKTB 482')
  const code = await app.checkout.payForPass()
  await app.bookings.expectPass({ code, plate: 'CKTB482' })
  await whileOffline(context, async () => {
    await page.goto(`/booking-details/${code}/pass`)
    await app.bookings.expectPass({ code, plate: 'CKTB482' })
    await page.goto('/bookings')
    await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  })
  await page.goto('/wallet')
  await expect(app.wallet.transactions).toHaveCount(2)
  await expect(page.getByText(words.like('Welcome credit (demo)'))).toBeVisible()
})
