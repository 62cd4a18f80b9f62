// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef } from 'react'

/** A stored photo, as wide as its box. */
export function ParkedPhoto({ photo }: { readonly photo: ArrayBuffer }) {
  const { t } = useLingui()
  const image = useRef<HTMLImageElement>(null)
  // Before it is painted: a picture without an address shows its words with a broken frame.
  useLayoutEffect(() => {
    const address = URL.createObjectURL(new Blob([photo], { type: 'image/jpeg' }))
    if (image.current !== null) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [photo])
  return <img ref={image} alt={t`Photo of where you parked`} width="100%" />
}
