// Drawn seldom: what the compiler adds would be half of its bytes.
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
  /** Null: no name is known. */
  readonly author: string | null
}

/** The photo with a review. Phones that save data ask first. */
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
