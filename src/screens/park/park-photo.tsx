// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Park } from '../../contract/parks.ts'
import styles from './park.module.css'

const BASE = import.meta.env.VITE_PHOTO_BASE

/** The photo of a car park, `<VITE_PHOTO_BASE><code>.jpg`, where one was configured and is there. */
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
