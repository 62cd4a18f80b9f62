import { encode } from 'uqr'
import { createRandom, paintScene, SCENES, type Scene, takeFrame } from '../e2e/scan/scenes.ts'
import { encodeBase45 } from '../src/domain/base45.ts'
import { must } from '../src/lib/assert.ts'
import { createFrameDecoder } from '../src/scan/decode-frame.ts'
import { GateBrowser } from './gate-browser.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

/** Each with its own noise. */
const FRAMES = 50
const BUDGET_MS = 150
const PAGES = 9
const FIRST_AT_MOST_MS = 150
const PASS_BYTES = 96
const SIZE = { width: 480, height: 480 }

const random = createRandom(11)
const modulesOfPass = () => {
  const bytes = Uint8Array.from({ length: PASS_BYTES }, () => Math.floor(random() * 256))
  return encode(`P1:${encodeBase45(bytes)}`, { ecc: 'M', boostEcc: false, border: 0 }).data
}

/** Frames per hundred that are decoded, each on its own: a camera sends about ten a second. */
function rateOf(scene: Scene): BenchRow {
  const painted = paintScene(modulesOfPass(), scene, SIZE)
  const decoder = createFrameDecoder({ budgetMs: BUDGET_MS, now: () => performance.now() })
  const frames = Array.from({ length: FRAMES }, () => takeFrame(painted, { ...SIZE, noise: scene.noise, random }))
  const read = frames.filter((frame) => decoder.decode(frame) !== null).length
  return limited({ name: `scan, ${scene.name}: frames read`, value: (read / FRAMES) * 100, unit: '%' })
}

async function timeFirst(): Promise<number> {
  const browser = await GateBrowser.start()
  const good = must(SCENES[0], 'a good scene')
  const times: number[] = []
  try {
    for (let round = 0; round < PAGES; round += 1) {
      const modules = modulesOfPass()
      const decode = ([code, scene]: readonly [boolean[][], Scene]) => window.gatePage.decodeFirst(code, scene)
      times.push(await browser.onPage(4, (page) => page.evaluate(decode, [modules, good] as const)))
    }
  } finally {
    await browser.stop()
  }
  return median(times)
}

/** Decoding rates by scene, and how long a page's first good frame takes on a slow phone. */
export async function benchScan(): Promise<readonly BenchRow[]> {
  const rates = SCENES.map(rateOf)
  const first = { name: 'first decode from a good frame, 4x CPU', value: await timeFirst(), unit: 'ms' }
  return [...rates, limited({ ...first, atMost: FIRST_AT_MOST_MS })]
}
