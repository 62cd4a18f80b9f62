// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PhotoFiles } from '../../contract/photo-files.ts'
import { isSparing } from '../../lib/metered-line.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../parts.module.css'
import { PhotoRow } from '../photos/photo-row.tsx'

export interface ReviewPhotoProps {
  readonly photo: PhotoFiles
  /** Null when the name is unknown. */
  readonly author: string | null
}

/** The photo of a review. With data saving on, it is loaded on request. */
export function ReviewPhoto({ photo, author }: ReviewPhotoProps) {
  const { t } = useLingui()
  const [isWanted, setWanted] = useState(!isSparing())
  const text = author === null ? t`Photo with this review` : t`Photo with the review by ${author}`
  if (isWanted) return <PhotoRow title={text} photos={[{ ...photo, text }]} />
  return (
    <div className={styles.row}>
      <Button kind="secondary" size="small" onClick={() => setWanted(true)}>
        <Trans>Show photo</Trans>
      </Button>
    </div>
  )
}
