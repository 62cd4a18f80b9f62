/**
 * Renders what a camera sees of a pass on another phone's screen, for the film of the browser test and for the table of
 * decode rates.
 */
import type { GrayImage } from '../../src/scan/gray-image.ts'

export interface Scene {
  readonly name: string
  /** Pixels per module. */
  readonly scale: number
  readonly turnDegrees?: number
  /** Standard deviation in pixels. */
  readonly blur?: number
  /** Brightness of black and of white, 0 to 255. */
  readonly black?: number
  readonly white?: number
  /** Extra brightness of a band across the code. */
  readonly glare?: number
  /** Standard deviation of each pixel's brightness. */
  readonly noise?: number
}

/** Scales match a pass about 15, 25 and 40 cm from a camera of 640 x 480. */
export const SCENES: readonly Scene[] = [
  { name: 'near', scale: 8, noise: 4 },
  { name: 'middle', scale: 5, noise: 4 },
  { name: 'far', scale: 3, noise: 4 },
  { name: 'dim', scale: 6, black: 14, white: 52, noise: 9 },
  { name: 'blurred', scale: 6, blur: 2.6, noise: 4 },
  { name: 'rotated', scale: 6, turnDegrees: 24, noise: 4 },
  { name: 'glare band', scale: 6, glare: 120, noise: 4 },
]

const QUIET_ZONE = 4
const WALL = 0.45
/** Supersampling: points per side of a pixel. */
const POINTS = 3

/** Returns reproducible random numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const bell = (random: () => number): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

export interface FrameSize {
  readonly width: number
  readonly height: number
}

type Modules = ReadonlyArray<readonly boolean[]>

/** 0 is black, 1 is white: the code upright in its quiet zone, surrounded by a grey wall. */
function lightAt(modules: Modules, x: number, y: number): number {
  const isField = Math.min(x, y) >= -QUIET_ZONE && Math.max(x, y) < modules.length + QUIET_ZONE
  if (!isField) return WALL
  return modules[Math.floor(y)]?.[Math.floor(x)] === true ? 0 : 1
}

function paint(modules: Modules, scene: Scene, { width, height }: FrameSize): Float32Array {
  const turn = ((scene.turnDegrees ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / scene.scale, Math.sin(turn) / scene.scale]
  const middle = modules.length / 2
  const light = new Float32Array(width * height)
  for (let at = 0; at < light.length; at += 1) {
    let sum = 0
    for (let point = 0; point < POINTS * POINTS; point += 1) {
      const x = (at % width) + ((point % POINTS) + 0.5) / POINTS - width / 2
      const y = Math.floor(at / width) + (Math.floor(point / POINTS) + 0.5) / POINTS - height / 2
      sum += lightAt(modules, middle + x * cos + y * sin, middle + y * cos - x * sin)
    }
    light[at] = sum / (POINTS * POINTS)
  }
  return light
}

/** One pass of a separable Gaussian blur: `step` is 1 along rows, the width along columns. */
function blurAlong(light: Float32Array, step: number, deviation: number): Float32Array {
  const reach = Math.ceil(deviation * 3)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return light.map((own, at) => {
    let sum = 0
    for (const [index, weight] of weights.entries()) sum += weight * (light[at + (index - reach) * step] ?? own)
    return sum / total
  })
}

/** Renders the scene without noise, which is added to each frame separately. */
export function paintScene(modules: Modules, scene: Scene, size: FrameSize): Float32Array {
  const { blur = 0, black = 30, white = 225, glare = 0 } = scene
  const sharp = paint(modules, scene, size)
  const light = blur === 0 ? sharp : blurAlong(blurAlong(sharp, 1, blur), size.width, blur)
  const bandWidth = scene.scale * 9
  return light.map((value, at) => {
    const fromBand = ((at % size.width) - size.width / 2 + (Math.floor(at / size.width) - size.height / 2)) / Math.SQRT2
    return black + (white - black) * value + glare * Math.exp(-((fromBand / bandWidth) ** 2))
  })
}

export function takeFrame(
  painted: Float32Array,
  {
    width,
    height,
    noise = 0,
    random,
  }: FrameSize & { readonly noise?: number | undefined; readonly random: () => number },
): GrayImage {
  return { data: Uint8ClampedArray.from(painted, (value) => value + noise * bell(random)), width, height }
}
