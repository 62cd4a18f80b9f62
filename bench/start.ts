import { chromium, type Browser, type BrowserContextOptions } from '@playwright/test'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { ensureBuild } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import { BrowserPhone } from './browser-phone.ts'
import { startHello, STATIC_PATH } from './hello-app.ts'
import { median } from './median.ts'
import { buildMaps, endProfile, startProfile } from './module-times.ts'
import { compared, limited, type BenchRow } from './row.ts'
import { watchStart, type StartSeen } from './start-watch.ts'

const RUNS = 7
const CPU_RATES = [1, 4] as const
const DEAREST = 10
const GIVE_UP_MS = 60_000
/** Matches Lighthouse's mobile run, but with real throttling instead of its model. */
const SLOW_4G = { latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const NEARBY_PARK = 'main li a[href^="/park/"]'

interface Scene {
  readonly name: string
  readonly url: string
  /** The element to wait for. */
  readonly selector: string
  readonly withWorker?: boolean
}

type Samples = ReadonlyMap<string, readonly StartSeen[]>

const seenIn = (page: { evaluate: <T>(task: () => T) => Promise<Awaited<T>> }): Promise<StartSeen> =>
  page.evaluate(async () => (await window.startSeen) ?? Promise.reject(new Error('The page was not watched')))

/**
 * Samples each scene once per round, so that a busy moment of the machine affects all alike. Round 0 warms up and is
 * not counted.
 */
async function sampleAll(scenes: readonly Scene[], once: (scene: Scene) => Promise<StartSeen>): Promise<Samples> {
  const samples = new Map<string, StartSeen[]>(scenes.map(({ name }) => [name, []]))
  for (let round = 0; round <= RUNS; round += 1) {
    for (const scene of scenes) {
      const seen = await once(scene)
      if (round > 0) must(samples.get(scene.name), scene.name).push(seen)
    }
  }
  return samples
}

/** Measures a first visit on slow 4G. */
async function visitFirst(browser: Browser, scene: Scene, cpuRate: number): Promise<StartSeen> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: scene.withWorker === true ? 'allow' : 'block' })
  try {
    await context.addInitScript(watchStart, scene.selector)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
    await page.goto(scene.url, { waitUntil: 'commit', timeout: GIVE_UP_MS })
    return await seenIn(page)
  } finally {
    await context.close()
  }
}

const PHASES: readonly (readonly [keyof StartSeen, string])[] = [
  ['worker', 'worker or server has answered'],
  ['html', 'HTML is there'],
  ['firstPaint', 'first contentful paint'],
  ['scripts', 'the app’s script is there'],
  ['react', 'React evaluated'],
  ['databaseAsked', 'database asked for'],
  ['databaseOpen', 'database opened'],
  ['firstQuery', 'first query answered'],
  ['firstCommit', 'first commit of React'],
  ['visible', 'visible'],
  ['interactive', 'interactive'],
]

const medianOf = (samples: Samples, scene: string, figure: keyof StartSeen): number =>
  median(must(samples.get(scene), scene).map((seen) => seen[figure]))

/** The phases in the order of their medians. */
const phaseRows = (samples: Samples, scene: string, where: string): BenchRow[] =>
  PHASES.map(([figure, name]) => ({ name, value: medianOf(samples, scene, figure) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => a.value - b.value)
    .map(({ name, value }) => limited({ name: `${where}: ${name}`, value, unit: 'ms' }))

interface Against {
  readonly name: string
  readonly scene: string
  readonly floor: string
  readonly figure: keyof StartSeen
  readonly atMost: number
}

const ratioRow = (samples: Samples, { name, scene, floor, figure, atMost }: Against): BenchRow =>
  compared(
    { name, value: medianOf(samples, scene, figure), floor: medianOf(samples, floor, figure), unit: 'ms' },
    { atMost },
  )

interface Addresses {
  readonly app: string
  readonly hello: string
}

async function benchFirstVisit({ app, hello }: Addresses): Promise<readonly BenchRow[]> {
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  const scenes: readonly Scene[] = [
    { name: 'static', url: hello + STATIC_PATH, selector: 'h1' },
    { name: 'hello', url: `${hello}/`, selector: 'h1' },
    { name: 'hello with a worker', url: `${hello}/`, selector: 'h1', withWorker: true },
    { name: 'home', url: `${app}/`, selector: 'main form button[type="submit"]', withWorker: true },
  ]
  try {
    const rows: BenchRow[] = []
    for (const rate of CPU_RATES) {
      const samples = await sampleAll(scenes, (scene) => visitFirst(browser, scene, rate))
      const where = `first visit, slow 4G, ${String(rate)}x CPU`
      const against = (row: Omit<Against, 'scene'>): BenchRow => ratioRow(samples, { ...row, scene: 'home' })
      rows.push(
        against({ name: `${where}: first paint, against static`, floor: 'static', figure: 'firstPaint', atMost: 1.4 }),
        against({ name: `${where}: interactive, against hello`, floor: 'hello', figure: 'interactive', atMost: 1.4 }),
        against({
          name: `${where}: interactive, against hello with a worker`,
          floor: 'hello with a worker',
          figure: 'interactive',
          atMost: 1.4,
        }),
        limited({
          name: `${where}: scripts until interactive`,
          value: medianOf(samples, 'home', 'scriptKb'),
          unit: 'kB',
          digits: 1,
          atMost: 150,
        }),
        ...phaseRows(samples, 'home', where),
      )
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** The modules with the most own time in a relaunch, medians; all others in one row. */
async function dearestModules(phone: BrowserPhone, scene: Scene, cpuRate: number): Promise<readonly BenchRow[]> {
  buildMaps()
  const runs: ReadonlyMap<string, number>[] = []
  for (let round = 0; round < RUNS; round += 1) {
    const watched = { url: scene.url, cpuRate, watch: watchStart, selector: scene.selector, before: startProfile }
    runs.push(
      await phone.onSlowPage(watched, async (page, devtools) => {
        await seenIn(page)
        return endProfile(devtools)
      }),
    )
  }
  const names = new Set(runs.flatMap((run) => [...run.keys()]).filter((name) => name !== '(idle)'))
  const times = Array.from(names, (name) => ({ name, ms: median(runs.map((run) => run.get(name) ?? 0)) }))
  const dearest = times.toSorted((a, b) => b.ms - a.ms)
  const rest = dearest.slice(DEAREST).reduce((sum, { ms }) => sum + ms, 0)
  return [...dearest.slice(0, DEAREST), { name: 'all others', ms: rest }].map(({ name, ms }) =>
    limited({ name: `relaunch to home, ${String(cpuRate)}x CPU, itself: ${name}`, value: ms, unit: 'ms', digits: 1 }),
  )
}

async function benchRelaunches({ app, hello }: Addresses): Promise<readonly BenchRow[]> {
  const phone = await BrowserPhone.start()
  const floor = { name: 'hello with a worker', url: `${hello}/`, selector: 'h1' }
  const home = { name: 'home', url: `${app}/`, selector: NEARBY_PARK }
  try {
    await phone.install(floor.url, floor.selector)
    await phone.signIn(app)
    await phone.install(home.url, home.selector)
    const rows: BenchRow[] = []
    for (const cpuRate of CPU_RATES) {
      const samples = await sampleAll([floor, home], ({ url, selector }) =>
        phone.onSlowPage({ url, cpuRate, watch: watchStart, selector }, seenIn),
      )
      const where = `offline relaunch to home, ${String(cpuRate)}x CPU`
      const against = (name: string, figure: keyof StartSeen, atMost: number): BenchRow =>
        ratioRow(samples, {
          name: `${where}: ${name}, against hello`,
          scene: 'home',
          floor: floor.name,
          figure,
          atMost,
        })
      rows.push(against('visible', 'visible', 1.4), against('interactive', 'interactive', 2))
      rows.push(...phaseRows(samples, 'home', where))
    }
    return [...rows, ...(await dearestModules(phone, home, 4))]
  } finally {
    await phone.stop()
  }
}

/**
 * Where the time of a start goes: a first visit on slow 4G and an offline relaunch with the worker stopped, each
 * compared with floors of the same run (a page of 1 kB, a React heading, the same precached by Workbox); when each
 * phase is reached, and the modules with the most own time in a relaunch.
 */
export async function benchStart(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const hello = await startHello()
  const provider = await ProviderProcess.start()
  try {
    const at = { app: provider.url, hello: hello.url }
    return [...(await benchFirstVisit(at)), ...(await benchRelaunches(at))]
  } finally {
    await provider.stop()
    await hello.stop()
  }
}
