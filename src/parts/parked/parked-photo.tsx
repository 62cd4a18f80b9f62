// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useShownPhoto } from '../small-photo-shown.ts'

/** A stored photo, as wide as its box. */
export function ParkedPhoto({ photo }: { readonly photo: ArrayBuffer }) {
  const { t } = useLingui()
  const image = useShownPhoto(photo)
  return <img ref={image} alt={t`Photo of where you parked`} width="100%" />
}
