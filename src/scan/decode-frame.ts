import jsQr from 'jsqr'
import { type GrayImage, halve, smooth } from './gray-image.ts'

/**
 * Ways to look at one frame, the cheapest first; what each reads of which scene is in bench/scan.ts. Noise makes the decoder see modules
 * that are not there, and a plain dark frame takes it ten times as long; only what is far and bright needs one.
 */
const VARIANTS: ReadonlyArray<(image: GrayImage) => GrayImage> = [
  (image) => halve(smooth(image)),
  smooth,
  (image) => image,
]

/** Text of the one QR code in the image, exactly as it stands there: a pass begins and ends with characters that matter, even spaces. */
export function decodeImage({ data, width, height }: GrayImage): string | null {
  const pixels = new Uint32Array(data.length)
  // Red, green and blue alike. A plain loop: `from` with a function takes as long as the decoding itself.
  for (let at = 0; at < data.length; at += 1) pixels[at] = (data[at] ?? 0) * 0x10101
  const found = jsQr(new Uint8ClampedArray(pixels.buffer), width, height, { inversionAttempts: 'dontInvert' })
  // A symbol without content is no text.
  return found === null || found.data === '' ? null : found.data
}

export interface FrameDecoder {
  readonly decode: (image: GrayImage) => string | null
}

/**
 * Decodes frame after frame, each within a budget. What read the last pass is tried first; what there was no time for in one frame is
 * tried in the next, so that a slow phone comes to every variant too.
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
      for (let tried = 0; tried < VARIANTS.length && (tried === 0 || now() < until); tried += 1) {
        const text = decodeImage((VARIANTS[next] ?? ((same) => same))(image))
        if (text !== null) return text
        next = (next + 1) % VARIANTS.length
      }
      return null
    },
  }
}
