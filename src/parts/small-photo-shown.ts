// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For an `img` that shows a JPEG that only this phone has; null: none yet. */
export function useShownPhoto(photo: ArrayBuffer | Blob | null): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null)
  // Before it is painted: a picture without an address shows its words with a broken frame.
  useLayoutEffect(() => {
    if (photo === null) return undefined
    const address = URL.createObjectURL(new Blob([photo], { type: 'image/jpeg' }))
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [photo])
  return image
}
