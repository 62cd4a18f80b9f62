/** What is accepted as a picture of a document, whatever it is called: read by its first bytes, decoded, and drawn anew. */
import sharp from 'sharp'
import { SCAN_EDGE } from '../../src/domain/vehicle-documents.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'

export type ScanError = 'scan_not_picture' | 'scan_too_many_pixels' | 'scan_damaged'

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
const QUALITY = 82
const TIMEOUT_SECONDS = 20

const startsWith = (bytes: Uint8Array, at: number, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[at + index] === byte)

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

const isPicture = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0, JPEG) || startsWith(bytes, 0, PNG) || (startsWith(bytes, 0, RIFF) && startsWith(bytes, 8, WEBP))

/** Two at a time: each holds its pixels in memory. */
const MAX_AT_ONCE = 2
let running = 0
const waiting: Array<() => void> = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

const read = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS, animated: false, sequentialRead: true })

async function redraw(bytes: Uint8Array): Promise<Result<Buffer, ScanError>> {
  // What the library says of a picture that it cannot read is nothing for a driver: which of the two it is, is found out here.
  const facts = await sharp(bytes, { failOn: 'error', limitInputPixels: false, animated: false })
    .metadata()
    .catch(() => null)
  if (facts === null) return err('scan_damaged')
  if (facts.width * facts.height > MAX_PIXELS) return err('scan_too_many_pixels')
  const jpeg = await read(bytes)
    .autoOrient()
    .resize({ width: SCAN_EDGE, height: SCAN_EDGE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
    .catch(() => null)
  return jpeg === null ? err('scan_damaged') : ok(jpeg)
}

/** An upright JPEG of at most 2,400 pixels a side, with nothing of what a camera wrote into the file: not its place, nor its owner. */
export async function toScan(bytes: Uint8Array): Promise<Result<Buffer, ScanError>> {
  if (bytes.byteLength === 0) return err('scan_damaged')
  if (!isPicture(bytes)) return err('scan_not_picture')
  return inTurn(() => redraw(bytes))
}
