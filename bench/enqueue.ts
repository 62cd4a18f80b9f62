import type { Page } from '@playwright/test'
import { BrowserPhone } from './browser-phone.ts'
import { DemoDriver } from './demo-driver.ts'
import { measureEnqueue } from './enqueue-watch.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { routes } from '../src/config/routes.ts'
import { ensureBuild } from '../scripts/setup.mjs'

const SAMPLES = 20
const CPU_RATE = 4
const AT_MOST_MS = 50
const WAITING = 'section[aria-label="Waiting for signal"]'

interface Sample {
  readonly seenMs: number
  readonly floorMs: number
}

/** Cancels as a driver does, checks the page, and undoes it: the command was never sent, so nothing is left behind. */
async function sampleOnce(page: Page): Promise<Sample> {
  await page.locator(WAITING).waitFor({ state: 'detached' })
  const floorMs = await page.evaluate(() => window.benchEnqueue?.floor())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Cancel, / })
  await confirm.waitFor()
  await page.evaluate((selector) => window.benchEnqueue?.watch(selector), WAITING)
  await confirm.click()
  const seenMs = await page.evaluate(() => window.benchEnqueue?.seen())
  await page.locator(WAITING).getByRole('button', { name: 'Remove request' }).click()
  if (seenMs === undefined || floorMs === undefined) throw new Error('The page was not watched')
  return { seenMs, floorMs }
}

function toRow(samples: readonly Sample[]): BenchRow {
  const [value, floor] = [median(samples.map(({ seenMs }) => seenMs)), median(samples.map(({ floorMs }) => floorMs))]
  const name = `a cancel with no signal: commit to the changed screen, ${String(CPU_RATE)}x CPU`
  const row = limited({ name, value, unit: 'ms', digits: 1, atMost: AT_MOST_MS })
  return { ...row, floor: `${floor.toFixed(1)} ms`, ratio: `${(value / floor).toFixed(2)}x` }
}

/**
 * Time from committing an offline driver's command to the painted page that shows it as waiting. The floor is the least
 * work the same page needs for that: a commit, one read, one changed text, one paint.
 */
export async function benchEnqueue(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const provider = await ProviderProcess.start()
  const proxy = await FaultyProxy.start(Number(new URL(provider.url).port))
  const phone = await BrowserPhone.start()
  try {
    const driver = await DemoDriver.signIn(provider.url)
    const url = proxy.url + routes.booking.href((await driver.bookRunning()).booking_code)
    await phone.signIn(proxy.url)
    await phone.install(url, 'role=button[name="Cancel"]')
    proxy.setWeather('silent')
    const samples = await phone.onSlowPage({ url, cpuRate: CPU_RATE, watch: measureEnqueue }, async (page) => {
      await page.getByRole('status').filter({ hasText: 'No connection' }).first().waitFor()
      const all: Sample[] = []
      // The first sample warms the page and is not counted.
      for (let round = 0; round <= SAMPLES; round += 1) all.push(await sampleOnce(page))
      return all.slice(1)
    })
    return [toRow(samples)]
  } finally {
    await phone.stop()
    await proxy.stop()
    await provider.stop()
  }
}
