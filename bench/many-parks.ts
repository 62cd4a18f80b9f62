import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { must } from '../src/lib/assert.ts'
import { buildPage } from './gate-browser.ts'
import { onPage } from './on-page.ts'
import type * as ManyParksPage from './many-parks-page.ts'
import type { Found, Way } from './many-parks-page.ts'
import { median } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'

declare global {
  interface Window {
    readonly manyParks: typeof ManyParksPage
  }
}

/** Set fewer for a quick look on a busy machine. */
const PARKS = Number(process.env.PARKS ?? 100_000)
const LAUNCHES = 7
const WARM_FINDS = 60
const SLOW_CPU = 4
const WAYS: readonly Way[] = ['app', 'rows', 'tiles']
const OF_ROWS = { launch: 0.6, load: 0.2 }
const OF_TILES = 1.5
const WARM_AT_MOST_MS = 2.7
const TASK_AT_MOST_MS = 50

async function launch(context: BrowserContext, script: string, way: Way): Promise<Found> {
  return onPage(context, script, async (page) => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
    return page.evaluate(
      ([asked]) => {
        const at = window.manyParks.makeTowns()[0] ?? { lat: 0, lng: 0 }
        return window.manyParks.find(asked, at)
      },
      [way] as const,
    )
  })
}

type Figures = Readonly<Record<Way, number>>
const byWay = (of: (way: Way) => number): Figures => ({ app: of('app'), rows: of('rows'), tiles: of('tiles') })

async function measure(context: BrowserContext, script: string): Promise<readonly BenchRow[]> {
  const loads = new Map<Way, ManyParksPage.Loaded>()
  for (const way of WAYS)
    loads.set(
      way,
      await onPage(context, script, (page) =>
        page.evaluate(([asked, count]) => window.manyParks.load(asked, count), [way, PARKS] as const),
      ),
    )
  const launches: Record<Way, number[]> = { app: [], rows: [], tiles: [] }
  for (let round = 0; round < LAUNCHES; round += 1) {
    const found: (readonly number[])[] = []
    for (const way of WAYS) {
      const { ms, ids } = await launch(context, script, way)
      launches[way].push(ms)
      found.push(ids)
    }
    // The three ways are comparable only when they find the same.
    if (new Set(found.map((ids) => ids.join())).size !== 1) throw new Error('the ways found different car parks')
  }
  const warm = new Map<Way, readonly number[]>()
  for (const way of WAYS)
    warm.set(
      way,
      await onPage(context, script, (page) =>
        page.evaluate(([asked, times]) => window.manyParks.findOften(asked, times), [way, WARM_FINDS] as const),
      ),
    )
  const typed = await onPage(context, script, (page) =>
    page.evaluate(([times]) => window.manyParks.typeOften(times), [WARM_FINDS] as const),
  )
  const launched = byWay((way) => median(launches[way]))
  const loaded = byWay((way) => must(loads.get(way), 'a load').ms)
  const often = byWay((way) => median(must(warm.get(way), 'warm finds')))
  const ms = { unit: 'ms', digits: 1 } as const
  const to = `launch to the 50 nearest of ${String(PARKS)}, ${String(SLOW_CPU)}x CPU`
  return [
    compared(
      { name: `${to}, against rows with indexes`, value: launched.app, floor: launched.rows, ...ms },
      { atMost: OF_ROWS.launch },
    ),
    compared(
      { name: `${to}, against bare tiles`, value: launched.app, floor: launched.tiles, ...ms },
      { atMost: OF_TILES },
    ),
    limited({
      name: 'the 50 nearest once it is open, 1x CPU, median',
      value: often.app,
      atMost: WARM_AT_MOST_MS,
      ...ms,
    }),
    limited({ name: 'the same from rows with indexes', value: often.rows, ...ms }),
    limited({ name: 'five car parks by a word of theirs, 1x CPU, median', value: median(typed), ...ms }),
    limited({ name: 'the same, the slowest', value: Math.max(...typed), ...ms }),
    compared(
      { name: 'bulk load, against rows with indexes', value: loaded.app, floor: loaded.rows, unit: 'ms' },
      { atMost: OF_ROWS.load },
    ),
    limited({ name: 'bulk load of bare tiles', value: loaded.tiles, unit: 'ms' }),
    limited({
      name: 'longest task of the bulk load',
      value: must(loads.get('app'), 'a load').longestTask,
      unit: 'ms',
      atMost: TASK_AT_MOST_MS,
    }),
  ]
}

/** 100,000 car parks on the phone: stored as in the app, as one row each, and as bare tiles. */
export async function benchManyParks(): Promise<readonly BenchRow[]> {
  const script = await buildPage('bench/many-parks-page.ts', 'manyParks')
  const profile = await mkdtemp(path.join(tmpdir(), 'bench-parks-'))
  const executablePath = must(findBrowser(), 'a Chromium')
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: BROWSER_FLAGS })
  try {
    return await measure(context, script)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}
