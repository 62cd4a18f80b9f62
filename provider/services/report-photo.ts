/** Converts the photo of a driver's report to its stored form. */
import { PROBLEM_PHOTO_MAX_BYTES } from '../../src/domain/park-problem.ts'
import { readPicture, TIMEOUT_SECONDS } from './read-picture.ts'

/** The first result that is small enough is used. Phones send at most 1,024 pixels. */
const SIZES = [
  { edge: 1_280, quality: 72 },
  { edge: 1_024, quality: 62 },
  { edge: 800, quality: 50 },
  { edge: 400, quality: 40 },
]

/**
 * Makes an upright JPEG within the size limit of a report, without any other data of the file, such as location or
 * owner. Undefined when it is not a picture.
 */
export async function toReportPhoto(bytes: Uint8Array): Promise<Buffer | undefined> {
  const drawn = await readPicture(bytes, async (picture) => {
    for (const { edge, quality } of SIZES) {
      const jpeg = await picture
        .clone()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer()
      if (jpeg.length <= PROBLEM_PHOTO_MAX_BYTES) return jpeg
    }
    return undefined
  })
  return drawn.ok ? drawn.value : undefined
}
