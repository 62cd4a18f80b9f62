import jsQr from 'jsqr'
import { type GrayImage, halve, smooth } from './gray-image.ts'

type View = (image: GrayImage) => GrayImage

/** Reads what is held before the camera, in a quarter of the time of the others: every frame is seen so first. */
const quick: View = (image) => halve(smooth(image))

/**
 * For what is far, or far and bright; what each reads of which scene is in bench/scan.ts. Noise makes the decoder see modules that are not
 * there, and a plain dark frame takes it ten times as long.
 */
const SLOW: readonly View[] = [smooth, (image) => image]

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
 * Decodes frame after frame: each in the quick way, then in the slow ones within a budget. Of those the one that read the last pass comes
 * first; what there was no time for in one frame is tried in the next, so that a slow phone comes to each of them too.
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
