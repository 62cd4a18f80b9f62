import { BrowserPhone, type Scene } from './browser-phone.ts'
import { DemoDriver } from './demo-driver.ts'
import { FaultyProxy } from './faulty-proxy.ts'
import { startHello } from './hello-app.ts'
import { median } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { routes } from '../src/config/routes.ts'
import { must } from '../src/lib/assert.ts'
import { ensureBuild } from '../scripts/setup.mjs'

const RUNS = 7
const CPU_RATES = [1, 4] as const
const RELAUNCH_AT_MOST = 1.8
const LIE_FI_AT_MOST = 1.2

/** The page rendered by the app itself, rather than its stored snapshot. */
const APP = '#root:not([data-still])'
const QR = 'svg[role="img"][aria-label="QR code of your pass"]'
const TRANSACTION = 'main ul[aria-label="Transactions"] li'
const NEARBY_PARK = 'main li a[href^="/park/"]'

type Samples = Map<string, number[]>

/** Samples every scene once per round, so that a busy moment of the machine affects all alike. */
async function sampleAll(phone: BrowserPhone, scenes: readonly Scene[], cpuRate: number): Promise<Samples> {
  const samples: Samples = new Map(scenes.map(({ name }) => [name, []]))
  // Round 0 warms the browser's own caches and is not counted.
  for (let round = 0; round <= RUNS; round += 1) {
    for (const scene of scenes) {
      const ms = await phone.relaunch(scene, cpuRate)
      if (round > 0) must(samples.get(scene.name), scene.name).push(ms)
    }
  }
  return samples
}

function toRows(samples: Samples, cpuRate: number): readonly BenchRow[] {
  const at = (scene: string): number => median(must(samples.get(scene), scene))
  const row = (name: string, [scene, floor]: readonly [string, string], atMost: number): BenchRow =>
    compared({ name: `${name}, ${String(cpuRate)}x CPU`, value: at(scene), floor: at(floor), unit: 'ms' }, { atMost })
  const taken = (name: string, scene: string): BenchRow =>
    limited({ name: `${name}, ${String(cpuRate)}x CPU`, value: at(scene), unit: 'ms' })
  return [
    row('offline relaunch to the pass, against hello', ['pass', 'hello'], RELAUNCH_AT_MOST),
    row('offline relaunch to home with parks, against hello', ['home', 'hello'], RELAUNCH_AT_MOST),
    row('offline relaunch to the wallet, against hello', ['wallet', 'hello'], RELAUNCH_AT_MOST),
    taken('until the app itself has taken over: pass', 'pass by the app'),
    taken('until the app itself has taken over: home', 'home by the app'),
    taken('until the app itself has taken over: wallet', 'wallet by the app'),
    row('server that never answers: pass, against offline', ['pass in lie-fi', 'pass'], LIE_FI_AT_MOST),
    row('server that never answers: home, against offline', ['home in lie-fi', 'home'], LIE_FI_AT_MOST),
  ]
}

/**
 * Time from a relaunch to what the driver came for: the running booking's pass, the home screen with real parks, the
 * wallet. Offline, and on a network that accepts connections and never answers; compared with a React heading precached
 * by Workbox. The service worker is stopped before each, as it is when a phone reopens the app.
 */
export async function benchRelaunch(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const hello = await startHello()
  const provider = await ProviderProcess.start()
  const proxy = await FaultyProxy.start(Number(new URL(provider.url).port))
  const phone = await BrowserPhone.start()
  try {
    const driver = await DemoDriver.signIn(provider.url)
    const booking = await driver.bookRunning()
    await phone.install(hello.url, 'h1')
    await phone.signIn(proxy.url)
    await phone.install(proxy.url, NEARBY_PARK)
    const passUrl = proxy.url + routes.pass.href(booking.booking_code)
    await phone.install(passUrl, QR)
    const walletUrl = proxy.url + routes.wallet.href()
    await phone.install(walletUrl, TRANSACTION)

    const silent = { before: () => proxy.setWeather('silent'), after: () => proxy.setWeather('forward') }
    const pass = { url: passUrl, selector: QR }
    const home = { url: `${proxy.url}/`, selector: NEARBY_PARK }
    const scenes: readonly Scene[] = [
      { name: 'hello', url: `${hello.url}/`, selector: 'h1', isOffline: true },
      { name: 'pass', ...pass, isOffline: true },
      { name: 'home', ...home, isOffline: true },
      { name: 'wallet', url: walletUrl, selector: TRANSACTION, isOffline: true },
      { name: 'pass by the app', url: passUrl, selector: `${APP} ${QR}`, isOffline: true },
      { name: 'home by the app', url: home.url, selector: `${APP} ${NEARBY_PARK}`, isOffline: true },
      { name: 'wallet by the app', url: walletUrl, selector: `${APP} ${TRANSACTION}`, isOffline: true },
      { name: 'pass in lie-fi', ...pass, isOffline: false, ...silent },
      { name: 'home in lie-fi', ...home, isOffline: false, ...silent },
    ]
    const rows: BenchRow[] = []
    for (const rate of CPU_RATES) rows.push(...toRows(await sampleAll(phone, scenes, rate), rate))
    return rows
  } finally {
    await phone.stop()
    await proxy.stop()
    await provider.stop()
    await hello.stop()
  }
}
