// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from '../parts.module.css'

export interface LargerPhoto {
  readonly key: string
  readonly width: number
  readonly height: number
  /** The largest file available. */
  readonly src: string
  /** Already displayed, so available offline too. */
  readonly small: string
  /** Describes the photo. */
  readonly text: string
}

export interface LargerPhotosProps {
  readonly title: ReactNode
  readonly photos: readonly LargerPhoto[]
  /** The key of the photo shown first. */
  readonly opened: string
  readonly onClose: () => void
}

/** One photo as large as the screen allows, with buttons for the others. */
export function LargerPhotos({ title, photos, opened, onClose }: LargerPhotosProps) {
  const [shown, setShown] = useState(opened)
  const at = Math.max(
    0,
    photos.findIndex(({ key }) => key === shown),
  )
  const photo = photos[at]
  if (photo === undefined) return null
  const go = (step: number) => setShown(photos[(at + step + photos.length) % photos.length]?.key ?? shown)
  const [number, total] = [at + 1, photos.length]
  return (
    <Modal open onClose={onClose} title={title} wide>
      <div className={styles.stack}>
        <figure className={styles.larger}>
          <Picture key={photo.key} photo={photo} />
          {/* Hidden: the photo's alt text already reads it out. */}
          <figcaption aria-hidden="true">{photo.text}</figcaption>
        </figure>
        {total > 1 && (
          <>
            <p className={styles.small} role="status">
              <Trans>
                Photo {number} of {total}
              </Trans>
            </p>
            <ButtonRow>
              <Button kind="secondary" size="small" onClick={() => go(-1)}>
                <Trans>Previous photo</Trans>
              </Button>
              <Button kind="secondary" size="small" onClick={() => go(1)}>
                <Trans>Next photo</Trans>
              </Button>
            </ButtonRow>
          </>
        )}
      </div>
    </Modal>
  )
}

/** Falls back to the small file when the large one cannot be loaded, for example offline. */
function Picture({ photo: { src, small, text, width, height } }: { readonly photo: LargerPhoto }) {
  const [isSmall, setSmall] = useState(false)
  return <img src={isSmall ? small : src} alt={text} width={width} height={height} onError={() => setSmall(true)} />
}
