// Rarely rendered; memoisation would double this file.
'use no memo'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a ref for an `img` that shows a JPEG stored only on this phone; `photo` is null when there is none yet. */
export function useShownPhoto(photo: ArrayBuffer | Blob | null): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null)
  // Before the paint: an image without a source would show its alt text in a broken frame.
  useLayoutEffect(() => {
    if (photo === null) return undefined
    const address = URL.createObjectURL(new Blob([photo], { type: 'image/jpeg' }))
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [photo])
  return image
}
