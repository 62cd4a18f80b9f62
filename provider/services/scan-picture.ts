/** Converts pictures of documents to their stored form. */
import { SCAN_EDGE } from '../../src/domain/vehicle-documents.ts'
import type { Result } from '../../src/lib/result.ts'
import { type PictureError, readPicture, TIMEOUT_SECONDS } from './read-picture.ts'

const QUALITY = 82

/**
 * Makes an upright JPEG of at most 2,400 pixels a side, and drops all camera metadata, including location and owner.
 */
export const toScan = (bytes: Uint8Array): Promise<Result<Buffer, PictureError>> =>
  readPicture(bytes, (picture) =>
    picture
      .resize({ width: SCAN_EDGE, height: SCAN_EDGE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer(),
  )
