import { err, ok, type Result } from '../lib/result.ts'

/** `too_large`: nothing that a phone's camera makes. `unreadable`: no picture, or one that this browser cannot draw small enough. */
export type PhotoError = 'too_large' | 'unreadable'

export interface PhotoSize {
  /** The longer side, pixels. */
  readonly edge: number
  /** Of the JPEG, 0 to 1. */
  readonly quality: number
}

const MAX_FILE_BYTES = 40_000_000

/** Never larger than it was. */
export function fitInto(width: number, height: number, edge: number): { width: number; height: number } {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function toJpeg(picture: ImageBitmap, { edge, quality }: PhotoSize): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), fitInto(picture.width, picture.height, edge))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
  // A browser without an encoder for JPEG gives another kind of picture.
  return jpeg?.type === 'image/jpeg' ? jpeg : null
}

/**
 * Draws a photo anew as an upright JPEG, in the first of `sizes` that has at most `maxBytes`. What the camera wrote into the file, such as
 * the place, is not in it.
 */
export async function toSmallPhoto(
  file: Blob,
  sizes: readonly PhotoSize[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Result<Blob, PhotoError>> {
  if (file.size > MAX_FILE_BYTES) return err('too_large')
  // Whatever the browser says of it: this file is no picture that can be drawn here.
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
