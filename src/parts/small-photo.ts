import { err, ok, type Result } from '../lib/result.ts'

/**
 * `too_large`: larger than any phone camera's photo. `unreadable`: not an image, or one that this browser cannot scale
 * down enough.
 */
export type PhotoError = 'too_large' | 'unreadable'

export interface PhotoSize {
  /** The longer side in pixels. */
  readonly edge: number
  /** JPEG quality, 0 to 1. */
  readonly quality: number
}

const MAX_FILE_BYTES = 40_000_000

/** Never enlarges. */
export function fitInto(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function toJpeg(picture: ImageBitmap, { edge, quality }: PhotoSize): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), fitInto(picture.width, picture.height, edge))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // Transparent pixels would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
  // A browser without a JPEG encoder returns another format.
  return jpeg?.type === 'image/jpeg' ? jpeg : null
}

/**
 * Redraws a photo as an upright JPEG, at the first of `sizes` that takes at most `maxBytes`. The camera's metadata,
 * such as the location, is dropped.
 */
export async function toSmallPhoto(
  file: Blob,
  sizes: readonly PhotoSize[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Result<Blob, PhotoError>> {
  if (file.size > MAX_FILE_BYTES) return err('too_large')
  // Whatever the browser's error, this file is not an image that can be drawn here.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return err('unreadable')
  try {
    for (const size of sizes) {
      const jpeg = await toJpeg(picture, size)
      if (jpeg !== null && jpeg.size <= maxBytes) return ok(jpeg)
    }
    return err('unreadable')
  } finally {
    picture.close()
  }
}
