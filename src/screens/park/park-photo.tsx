// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Park } from '../../contract/parks.ts'
import styles from './park.module.css'

const BASE = import.meta.env.VITE_PHOTO_BASE

/** The car park's photo, `<VITE_PHOTO_BASE><code>.jpg`, if configured and present. */
export function ParkPhoto({ park: { code, name } }: { readonly park: Pick<Park, 'code' | 'name'> }) {
  const { t } = useLingui()
  const [isThere, setThere] = useState(true)
  if (BASE === undefined || !isThere) return null
  return (
    <img
      className={styles.photo}
      src={`${BASE}${encodeURIComponent(code)}.jpg`}
      alt={t`Photo of ${name}`}
      loading="lazy"
      crossOrigin="anonymous"
      onError={() => setThere(false)}
    />
  )
}
