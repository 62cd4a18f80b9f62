import { err, ok, type Result } from '../../lib/result.ts'

/** `too_large`: nothing that a phone's camera makes. `unreadable`: no picture, or one that this browser cannot draw. */
export type PhotoError = 'too_large' | 'unreadable'

const MOST_BYTES = 40_000_000
const LONGEST_PX = 1280
const QUALITY = 0.8

/** Never larger than it was. */
export function fitInto(width: number, height: number, longest = LONGEST_PX): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

async function toJpeg(image: ImageBitmap): Promise<ArrayBuffer | null> {
  const canvas = Object.assign(document.createElement('canvas'), fitInto(image.width, image.height))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY)
  })
  return blob === null ? null : blob.arrayBuffer()
}

/** A photo as a JPEG of at most 1280 px, drawn anew: what the camera wrote into the file, such as the place, is not in it. */
export async function shrinkPhoto(file: Blob): Promise<Result<ArrayBuffer, PhotoError>> {
  if (file.size > MOST_BYTES) return err('too_large')
  let image: ImageBitmap
  try {
    image = await createImageBitmap(file)
  } catch {
    // Whatever the browser says of it: this file is no picture that can be drawn here.
    return err('unreadable')
  }
  const photo = await toJpeg(image)
  image.close()
  return photo === null ? err('unreadable') : ok(photo)
}
