import { readFile } from 'node:fs/promises'
import path from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { chromium, type Browser } from '@playwright/test'
import { build } from 'vite'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { leanLeaflet } from '../scripts/lean-leaflet.ts'
import { ROOT } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const PINS = 5_000
/** As many as a list shows: this measures what the map itself costs on this machine. */
const FEW = 60
const ROUNDS = 3
const FRAMES_AT_LEAST = 50
const TASK_AT_MOST_MS = 50
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }
const OUT = path.join(ROOT, '.cache/bench-pins')
const URL_OF_PAGE = 'http://localhost/pins/'
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function buildPage(): Promise<void> {
  await build({
    root: path.join(ROOT, 'bench/pins'),
    base: '/pins/',
    configFile: false,
    logLevel: 'error',
    plugins: [
      react(),
      lingui(),
      babel({ presets: [reactCompilerPreset(), linguiTransformerBabelPreset()] }),
      leanLeaflet,
    ],
    build: { outDir: OUT, emptyOutDir: true, target: 'chrome111' },
  })
}

interface Moved {
  readonly pins: number
  readonly framesASecond: number
  readonly longestPan: number
  readonly longestZoom: number
}

async function move(browser: Browser, cpuRate: number, pins: number): Promise<Moved> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.route(`${URL_OF_PAGE}**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice('/pins/'.length) || 'index.html'
      const body = await readFile(path.join(OUT, name))
      await route.fulfill({ body, contentType: TYPES[path.extname(name)] ?? 'application/octet-stream' })
    })
    await page.goto(`${URL_OF_PAGE}?pins=${String(pins)}`)
    await page.waitForFunction(() => document.querySelector('[data-spot]') !== null)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    const longestIn = async (work: () => Promise<void>): Promise<number> => {
      await page.waitForTimeout(500)
      await page.evaluate(() => window.pinsBench.longTasks.splice(0))
      await work()
      await page.waitForTimeout(300)
      return page.evaluate(() => Math.max(0, ...window.pinsBench.longTasks))
    }
    let framesASecond = 0
    const longestPan = await longestIn(async () => {
      framesASecond = await page.evaluate(() => window.pinsBench.pan())
    })
    const longestZoom = await longestIn(async () => {
      for (const by of [1, 1, -1, -1, -1] as const) await page.evaluate((step) => window.pinsBench.zoom(step), by)
    })
    return { pins: await page.evaluate(() => window.pinsBench.pins()), framesASecond, longestPan, longestZoom }
  } finally {
    await context.close()
  }
}

const FIGURES = [
  ['a frame of a pan', ({ framesASecond }: Moved) => 1000 / framesASecond, 1000 / FRAMES_AT_LEAST],
  ['longest task of a pan', ({ longestPan }: Moved) => longestPan, TASK_AT_MOST_MS],
  ['longest task of a zoom', ({ longestZoom }: Moved) => longestZoom, TASK_AT_MOST_MS],
] as const

/** Limits apply at the phone's own speed; the slowed-down figures and those with few pins are for comparison. */
const toRows = (rounds: readonly Record<'many' | 'few', Moved>[], cpuRate: number): readonly BenchRow[] =>
  FIGURES.flatMap(([name, figure, atMost]) => {
    const row = (which: 'many' | 'few') => ({
      name: `${String(which === 'many' ? PINS : FEW)} pins, ${String(cpuRate)}x CPU: ${name}`,
      value: median(rounds.map((round) => figure(round[which]))),
      unit: 'ms',
      digits: 1,
    })
    return [limited({ ...row('many'), ...(cpuRate === 1 ? { atMost } : {}) }), limited(row('few'))]
  })

/** The app's own markers on an empty map with 5,000 priced car parks of one city, panned and zoomed. */
export async function benchPins(): Promise<readonly BenchRow[]> {
  await buildPage()
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  try {
    const rows: BenchRow[] = []
    for (const cpuRate of [1, 4]) {
      const rounds: Record<'many' | 'few', Moved>[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push({ many: await move(browser, cpuRate, PINS), few: await move(browser, cpuRate, FEW) })
      rows.push(...toRows(rounds, cpuRate))
    }
    return rows
  } finally {
    await browser.close()
  }
}
