// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useRef, useState } from 'react'
import { PROBLEM_PHOTO_MAX_BYTES } from '../../domain/park-problem.ts'
import { toSmallPhoto } from '../../parts/small-photo.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons-action.tsx'
import styles from './booking.module.css'

/** Each try takes less: first the size that shows a plate, then what fits whatever is in the picture. */
const SIZES = [
  { edge: 1_024, quality: 0.7 },
  { edge: 800, quality: 0.6 },
  { edge: 640, quality: 0.4 },
] as const

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export interface ReportPhotoProps {
  /** JPEG, base64. */
  readonly photo: string | null
  readonly onPhoto: (photo: string | null) => void
}

/** A photo for the report: made small on the phone, without where it was taken. */
export function ReportPhoto({ photo, onPhoto }: ReportPhotoProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isBad, setBad] = useState(false)
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file === undefined) return
    const small = await toSmallPhoto(file, SIZES, PROBLEM_PHOTO_MAX_BYTES)
    // The same file again is a change again.
    if (input.current !== null) input.current.value = ''
    setBad(!small.ok)
    onPhoto(small.ok ? await toBase64(small.value) : null)
  }
  return (
    <div className={styles.section}>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t`Photo`}
        onChange={(event) => void take(event)}
      />
      {photo === null ? (
        <Button kind="secondary" size="small" icon={<PlusIcon size={18} />} onClick={() => input.current?.click()}>
          <Trans>Add a photo, kept 90 days</Trans>
        </Button>
      ) : (
        <div className={styles.titleRow}>
          <img src={`data:image/jpeg;base64,${photo}`} alt={t`Your photo`} height={88} />
          <Button kind="plain" size="small" icon={<CloseIcon size={18} />} onClick={() => onPhoto(null)}>
            <Trans>Remove photo</Trans>
          </Button>
        </div>
      )}
      {isBad && (
        <p className={styles.small} role="alert">
          <Trans>This file can’t be read as a photo. Take another one.</Trans>
        </p>
      )}
    </div>
  )
}
