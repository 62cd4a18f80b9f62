/** A photo with a driver's report as it is kept, for whoever reads it. */
import { PROBLEM_PHOTO_MAX_BYTES } from '../../src/domain/park-problem.ts'
import { readPicture, TIMEOUT_SECONDS } from './read-picture.ts'

/** The first that is small enough is taken. Phones send 1,024 pixels at most. */
const SIZES = [
  { edge: 1_280, quality: 72 },
  { edge: 1_024, quality: 62 },
  { edge: 800, quality: 50 },
  { edge: 400, quality: 40 },
]

/**
 * An upright JPEG that is as small as a report may be, with nothing that stood in the file beside the picture: not its place, nor its owner.
 * Undefined: no picture.
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
