/**
 * Accepts pictures by their first bytes, whatever their declared type, and decodes them; the caller re-encodes them for
 * storage.
 */
import sharp, { type Sharp } from 'sharp'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { takeTurns } from '../rules/turns.ts'

export type PictureError = 'scan_not_picture' | 'scan_too_many_pixels' | 'scan_damaged'

// Of all formats that the library can read, only three are allowed: no SVG, no PDF, no ImageMagick.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Each picture uses one thread, and nothing is cached.
sharp.concurrency(1)
sharp.cache(false)

/** The largest phone cameras have 108 megapixels; their pictures must be scaled down before upload. */
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

/** Two at a time, since each holds its pixels in memory. */
const inTurn = takeTurns(2)

/** Turns the picture upright, on white, without changing its size. */
const open = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })

/** Size of the upright picture, pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Reads a picture with `draw`, whose rejection means that it is damaged. The library's own error messages are useless
 * to a driver and are dropped.
 */
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
