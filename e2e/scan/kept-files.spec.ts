import { readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { copyBuild } from '../copy-build.ts'
import { expect, test, WITH_WORKER } from '../fixtures.ts'
import { listAnew } from '../next-release.ts'
import { untilInstalled, whileOffline } from '../offline.ts'
import { codeOf, makePairingCode, OTHER_PARK, PARK, phoneOf } from '../pages/check-page.ts'
import { mustFindPark } from '../parks.ts'
import { showText, withStubCamera } from './stub-camera.ts'

test.use(WITH_WORKER)

/** Files of the gate screen, including those shared with the scanner of signs. */
const GATE_FILE = /^(check-screen|check-sheet|scan-screen|scanner|decoder-worker)-.+\.(js|css)$/

/** Renames the gate's files in a copy of the built app, as in a next release that changed each of them. */
async function makeNextRelease(): Promise<string> {
  const folder = await copyBuild()
  const assets = path.join(folder, 'assets')
  const names = await readdir(assets)
  const renamed = names.filter((name) => GATE_FILE.test(name))
  const next = (name: string): string => name.replace(/\.\w+$/, '-next$&')
  for (const name of renamed) await rename(path.join(assets, name), path.join(assets, next(name)))
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js')).map((name) => path.join(assets, name))
  for (const file of [path.join(folder, 'sw.js'), ...scripts]) {
    const text = await readFile(file, 'utf8')
    const changed = renamed.reduce((now, name) => now.replaceAll(name, next(name)), text)
    if (changed !== text) await writeFile(file, changed)
  }
  const worker = path.join(folder, 'sw.js')
  await writeFile(
    worker,
    listAnew(await readFile(worker, 'utf8'), (file) => readFileSync(path.join(folder, file))),
  )
  return folder
}

const keptFiles = (page: Page, cacheNames = ['attendant-files']): Promise<readonly string[]> =>
  page.evaluate(async (names) => {
    const listOf = async (name: string) => ((await caches.has(name)) ? (await caches.open(name)).keys() : [])
    return (await Promise.all(names.map(listOf))).flat().map(({ url }) => new URL(url).pathname)
  }, cacheNames)
const countNext = async (page: Page): Promise<readonly [old: number, next: number]> => {
  const files = await keptFiles(page, ['attendant-files', 'scanner-files'])
  const next = files.filter((file) => /-next\.\w+$/.test(file)).length
  return [files.length - next, next]
}

test('a phone that was never paired keeps nothing of the gate', async ({ page, words }) => {
  await page.goto('/check')
  await expect(page.getByLabel(words.say('Pairing code'), { exact: true })).toBeVisible()
  await untilInstalled(page)
  expect(await keptFiles(page)).toEqual([])
})

test('the gate works with no signal after pairing and after an update, and is removed with the pairing', async ({
  context,
  provider,
  request,
  words,
}) => {
  const parks = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const pairing = await makePairingCode(
    provider,
    parks.map(({ slug }) => codeOf(slug)),
  )
  const check = await phoneOf(context, words, pairing)
  const { page } = check
  await withStubCamera(page)
  const worksOffline = () =>
    whileOffline(context, async () => {
      await page.reload()
      await expect(check.frame.heading).toHaveText(PARK)
      await check.choose('Camera')
      await showText(page, 'https://example.com/menu')
      await check.expectVerdict('UNKNOWN')
      await check.frame.button('Back without recording').click()
    })
  await worksOffline()
  await page.reload()

  const next = await makeNextRelease()
  await provider.halt()
  await provider.resume({ DIST_DIR: next })
  try {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await check.frame.expectText('A new version is ready.')
    // Both releases' files are stored before the old one is removed.
    expect(await countNext(page)).toEqual([5, 5])
    await check.frame.button('Update now').click()
    await expect.poll(() => countNext(page).catch(() => null), { timeout: 30_000 }).toEqual([0, 5])
    await expect(check.frame.heading).toHaveText(PARK)
    await worksOffline()

    await check.frame.button('Unpair this phone…').click()
    await check.frame.dialog.getByRole('button', { name: words.say('Unpair'), exact: true }).click()
    await expect(check.frame.heading).toHaveText(words.say('Check passes'))
    await expect.poll(() => keptFiles(page)).toEqual([])
  } finally {
    await provider.halt()
    await provider.resume()
    await rm(next, { recursive: true })
  }
})
