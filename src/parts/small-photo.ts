import { PROBLEM_PHOTO_MAX_BYTES } from '../domain/park-problem.ts'

/** Each try takes less: first the size that shows a plate, then what fits whatever is in the picture. */
const TRIES = [
  { edge: 1_024, quality: 0.7 },
  { edge: 800, quality: 0.6 },
  { edge: 640, quality: 0.4 },
] as const

const toJpeg = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

function draw(picture: ImageBitmap, edge: number): HTMLCanvasElement | null {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  // A transparent picture would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

/**
 * A picture of the camera as a small JPEG, base64, upright. Drawn anew, so that where and when it was taken stays on the phone. Null: the
 * browser cannot read the file, or it does not get small enough.
 */
export async function toSmallPhoto(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (picture === null) return null
  try {
    for (const { edge, quality } of TRIES) {
      const canvas = draw(picture, edge)
      const jpeg = canvas === null ? null : await toJpeg(canvas, quality)
      if (jpeg?.type === 'image/jpeg' && jpeg.size <= PROBLEM_PHOTO_MAX_BYTES) return await toBase64(jpeg)
    }
    return null
  } finally {
    picture.close()
  }
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
