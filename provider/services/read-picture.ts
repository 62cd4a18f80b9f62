/** What is accepted as a picture, whatever it is called: told by its first bytes, decoded, and drawn anew by whoever keeps it. */
import sharp, { type Sharp } from 'sharp'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { takeTurns } from '../rules/turns.ts'

export type PictureError = 'scan_not_picture' | 'scan_too_many_pixels' | 'scan_damaged'

// Of everything that the library can read, three kinds are left: no SVG, no PDF, no ImageMagick.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// A picture takes one thread, and what it took is not kept.
sharp.concurrency(1)
sharp.cache(false)

/** A phone's largest camera has 108 megapixels: its pictures are to be drawn smaller before they are sent. */
const MAX_PIXELS = 50_000_000
export const TIMEOUT_SECONDS = 20

const startsWith = (bytes: Uint8Array, at: number, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[at + index] === byte)

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0, JPEG) || startsWith(bytes, 0, PNG) || (startsWith(bytes, 0, RIFF) && startsWith(bytes, 8, WEBP))

/** Two at a time: each holds its pixels in memory. */
const inTurn = takeTurns(2)

/** Upright, on white, without its own size being changed. */
const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })

/** Of a picture that stands upright, pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** `draw` may reject: then it is damaged. What the library says of a picture that it cannot read is nothing for a driver. */
export async function readPicture<T>(
  bytes: Uint8Array,
  draw: (picture: Sharp, size: PictureSize) => Promise<T>,
): Promise<Result<T, PictureError>> {
  if (bytes.byteLength === 0) return err('scan_damaged')
  if (!isPicture(bytes)) return err('scan_not_picture')
  return inTurn(async () => {
    const facts = await sharp(bytes, { failOn: 'error', limitInputPixels: false, animated: false })
      .metadata()
      .catch(() => null)
    if (facts === null) return err('scan_damaged')
    if (facts.width * facts.height > MAX_PIXELS) return err('scan_too_many_pixels')
    const drawn = await draw(open(bytes), facts.autoOrient).catch(() => null)
    return drawn === null ? err('scan_damaged') : ok(drawn)
  })
}
