import { describe, expect, test } from 'vitest'
import { createRandom, paintScene, takeFrame } from '../../e2e/scan/scenes.ts'
import { drawSign, PAPER, type SignFace } from '../../provider/services/sign-pdf.ts'
import { toPrintable } from '../../provider/rules/printable.ts'
import { createFrameDecoder } from '../../src/scan/decode-frame.ts'
import { drawnModules } from './support/drawn-modules.ts'

const LINK = `https://baywise.example/park/CA92T6B?s=${'Ab3_-9Zq'.repeat(12).slice(0, 92)}`
const FACE: SignFace = {
  link: LINK,
  code: 'CA92T6B',
  name: 'Green P Carpark 1',
  place: '20 Charles Street East, Toronto',
  languages: ['en', 'fr'],
  isDemo: true,
}
const MM = 72 / 25.4
/** Millimetres per pixel at 2 m, in a picture of 1080 lines whose shorter side covers about 40 degrees. */
const MM_A_PIXEL_AT_2M = (2 * 2000 * Math.tan((20 * Math.PI) / 180)) / 1080

/** The part of such a picture that the scanner reads: the middle, pixel for pixel. */
const SIZE = { width: 600, height: 600 }

describe.each(Object.keys(PAPER) as (keyof typeof PAPER)[])('a sign on %s', (paper) => {
  test('holds the link, drawn as the modules that the app’s own decoder reads', async () => {
    const { modules, side } = drawnModules(await drawSign(FACE, paper))
    expect(modules).toHaveLength(49)
    const [width] = PAPER[paper]
    expect((width - side) / 2).toBeGreaterThanOrEqual((side / 49) * 4)
    const frame = takeFrame(paintScene(modules, { name: 'near', scale: 8, noise: 2 }, SIZE), {
      ...SIZE,
      noise: 2,
      random: createRandom(1),
    })
    const decoder = createFrameDecoder({ budgetMs: 60_000, now: () => performance.now() })
    expect(decoder.decode(frame)).toBe(LINK)
  })
})

test('a sign on A4 is read from about 2 metres: a hand sways, and some sizes are between two pixels', async () => {
  const { modules, module } = drawnModules(await drawSign(FACE, 'A4'))
  const decoder = createFrameDecoder({ budgetMs: 60_000, now: () => performance.now() })
  const read = [0.97, 1, 1.03].map((sway, index) => {
    const scale = (module / MM / MM_A_PIXEL_AT_2M) * sway
    const scene = paintScene(modules, { name: 'at 2 m', scale, noise: 4 }, SIZE)
    return decoder.decode(takeFrame(scene, { ...SIZE, noise: 4, random: createRandom(index + 1) }))
  })
  expect(read).toContain(LINK)
})

test.each([
  ['', ''],
  ['x'.repeat(300), 'y'.repeat(300)],
])('a sign fits on its page whatever the names are', async (name, place) => {
  for (const paper of ['A4', 'A5', 'letter'] as const)
    expect((await drawSign({ ...FACE, name, place }, paper)).subarray(0, 5).toString()).toBe('%PDF-')
})

test.each([
  ['Île-de-Gorée “Œuvre” – 5 €', 'Île-de-Gorée “Œuvre” – 5 €'],
  ['Oworonṣoki', 'Oworonsoki'],
  ['روصو', ''],
  ['Park 🚗', ''],
])('%s is printed as "%s"', (name, printed) => {
  expect(toPrintable(name)).toBe(printed)
})
