import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { createRandom, paintScene, SCENES, takeFrame } from '../../e2e/scan/scenes.ts'
import { encodeBase45 } from '../../src/domain/base45.ts'
import { must } from '../../src/lib/assert.ts'
import { createFrameDecoder, decodeImage } from '../../src/scan/decode-frame.ts'
import { type GrayImage, grayOf, halve, smooth } from '../../src/scan/gray-image.ts'
import { paintSample } from '../../src/scan/warm-up.ts'

const SIZE = { width: 480, height: 480 }
const random = createRandom(3)
const bytes = Uint8Array.from({ length: 96 }, () => Math.floor(random() * 256))
const PASS = `P1:${encodeBase45(bytes)}`

const modulesOf = (text: string) => encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data
const NEAR = must(SCENES[0], 'a scene')
const photo = (text: string, scene = NEAR): GrayImage =>
  takeFrame(paintScene(modulesOf(text), scene, SIZE), { ...SIZE, noise: scene.noise, random })
/** A frame of a bare wall. */
const wall = (): GrayImage =>
  takeFrame(new Float32Array(SIZE.width * SIZE.height).fill(110), { ...SIZE, noise: 6, random })

const decoder = () => createFrameDecoder({ budgetMs: 60_000, now: () => performance.now() })

describe('a frame', () => {
  test.each(SCENES.map((scene) => [scene.name, scene] as const))('%s is read', (_name, scene) => {
    expect(decoder().decode(photo(PASS, scene))).toBe(PASS)
  })

  test('keeps the spaces at the ends of a text: Base45 has them', () => {
    const text = 'P1: AB  '
    expect(decodeImage(photo(text))).toBe(text)
  })

  test('without a code gives nothing', () => {
    expect(decoder().decode(wall())).toBeNull()
  })

  test('cut in half gives nothing', () => {
    const { data, width, height } = photo(PASS)
    expect(decodeImage({ data: data.slice(0, (width * height) / 2), width, height: height / 2 })).toBeNull()
  })
})

test('what there is no time for in one frame is tried in the next, after the quick way', () => {
  // Far, bright and noisy: only the last method reads it.
  const far = photo(PASS, { name: 'far', scale: 2, noise: 2 })
  let now = 0
  const hurried = createFrameDecoder({ budgetMs: 1, now: () => (now += 10) })
  expect(hurried.decode(far)).toBeNull()
  expect(hurried.decode(far)).toBe(PASS)
  // The method that read the previous frame is tried first.
  expect(hurried.decode(far)).toBe(PASS)
  expect(hurried.decode(photo(PASS))).toBe(PASS)
})

test('a pass held before a camera that saw nothing is read in the quick way, whatever came before', () => {
  let looks = 0
  const counting = createFrameDecoder({ budgetMs: 60_000, now: () => (looks += 1) })
  for (let frame = 0; frame < 5; frame += 1) counting.decode(wall())
  const before = looks
  expect(counting.decode(photo(PASS))).toBe(PASS)
  // The clock is read once before the quick method, and once more before each slower one.
  expect(looks - before).toBe(1)
})

test('the sample that warms the decoder up is a code that it reads, as long as a pass', () => {
  const { rgba, width, height } = paintSample()
  const image = grayOf(rgba, width, height)
  expect(decodeImage(halve(smooth(image)))).toHaveLength(PASS.length)
  expect(modulesOf(PASS)).toHaveLength(41)
})

test('brightness weighs green most and leaves alpha out', () => {
  const rgba = Uint8ClampedArray.of(255, 255, 255, 0, 255, 0, 0, 9, 0, 255, 0, 9, 0, 0, 255, 9)
  expect([...grayOf(rgba, 2, 2).data]).toEqual([255, 76, 149, 28])
})

test('smoothing and halving take means', () => {
  const data = Uint8ClampedArray.from({ length: 16 }, (_, at) => at * 4)
  const image = { data, width: 4, height: 4 }
  expect(smooth(image)).toEqual({ data: Uint8ClampedArray.of(20, 24, 36, 40), width: 2, height: 2 })
  expect(halve(image)).toEqual({ data: Uint8ClampedArray.of(10, 18, 42, 50), width: 2, height: 2 })
})
