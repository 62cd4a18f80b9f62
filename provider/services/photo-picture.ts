/** Converts photos of car parks to their stored form. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { PHOTO_WIDTHS } from '../../src/domain/park-photos.ts'
import { must } from '../../src/lib/assert.ts'
import type { Result } from '../../src/lib/result.ts'
import { type PictureError, readPicture, TIMEOUT_SECONDS } from './read-picture.ts'

const QUALITY = 76
const HASH_LENGTH = 32
/** A photo taller than this many times its width is made narrower: no page has room for it. */
const TALLEST = 2

export interface DrawnPhoto {
  /** Hash of all files. */
  readonly hash: string
  /** Width of the largest file, pixels. */
  readonly width: number
  readonly height: number
  /** Narrowest first. */
  readonly files: ReadonlyArray<{ readonly width: number; readonly webp: Buffer }>
}

/**
 * Makes upright WebP files in several widths, never enlarged, and drops all camera metadata, including location and
 * owner.
 */
export const toPhoto = (bytes: Uint8Array): Promise<Result<DrawnPhoto, PictureError>> =>
  readPicture(bytes, async (picture) => {
    const widest = must(PHOTO_WIDTHS.at(-1), 'width of a photo')
    const { data, info } = await picture
      .resize({ width: widest, height: widest * TALLEST, fit: 'inside', withoutEnlargement: true })
      .raw()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const files: Array<DrawnPhoto['files'][number]> = []
    for (const wanted of [...PHOTO_WIDTHS.filter((one) => one < width), width]) {
      const webp = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: wanted })
        .webp({ quality: QUALITY })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer()
      files.push({ width: wanted, webp })
    }
    const hash = createHash('sha256')
    for (const { webp } of files) hash.update(webp)
    return { hash: hash.digest('hex').slice(0, HASH_LENGTH), width, height, files }
  })
