import jsQr from 'jsqr'
import { type GrayImage, halve, smooth } from './gray-image.ts'

type View = (image: GrayImage) => GrayImage

/**
 * Reads codes held in front of the camera, in a quarter of the time of the other views, so it is tried first on every
 * frame.
 */
const quick: View = (image) => halve(smooth(image))

/**
 * For distant codes, with or without glare; bench/scan.ts shows which view reads which scene. Noise makes the decoder
 * find false modules, and makes a plain dark frame take ten times as long.
 */
const SLOW: readonly View[] = [smooth, (image) => image]

/** Returns the text of the image's QR code unmodified: the first and last characters of a pass matter, even spaces. */
export function decodeImage({ data, width, height }: GrayImage): string | null {
  const pixels = new Uint32Array(data.length)
  // Equal red, green and blue. A plain loop, because `from` with a function takes as long as the decoding itself.
  for (let at = 0; at < data.length; at += 1) pixels[at] = (data[at] ?? 0) * 0x10101
  const found = jsQr(new Uint8ClampedArray(pixels.buffer), width, height, { inversionAttempts: 'dontInvert' })
  // An empty code counts as no text.
  return found === null || found.data === '' ? null : found.data
}

export interface FrameDecoder {
  readonly decode: (image: GrayImage) => string | null
}

/**
 * Decodes frame after frame: first with the quick view, then with the slow ones within a time budget. The slow view
 * that read the last pass comes first; views skipped in one frame are tried in the next, so that slow phones get to all
 * of them.
 */
export function createFrameDecoder({
  budgetMs,
  now,
}: {
  readonly budgetMs: number
  readonly now: () => number
}): FrameDecoder {
  let next = 0
  return {
    decode(image) {
      const until = now() + budgetMs
      const atOnce = decodeImage(quick(image))
      if (atOnce !== null) return atOnce
      for (let tried = 0; tried < SLOW.length && (tried === 0 || now() < until); tried += 1) {
        const text = decodeImage((SLOW[next] ?? quick)(image))
        if (text !== null) return text
        next = (next + 1) % SLOW.length
      }
      return null
    },
  }
}
