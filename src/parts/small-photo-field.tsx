// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { PROBLEM_PHOTO_MAX_BYTES } from '../domain/park-problem.ts'
import { Button } from '../ui/button.tsx'
import { ButtonRow } from '../ui/button-row.tsx'
import { CloseIcon, PlusIcon } from '../ui/icons-action.tsx'
import styles from './parts.module.css'
import { toSmallPhoto } from './small-photo.ts'

/** Each attempt is smaller: first a size at which a plate is readable, last one that fits any picture. */
const SIZES = [
  { edge: 1_024, quality: 0.7 },
  { edge: 800, quality: 0.6 },
  { edge: 640, quality: 0.4 },
] as const

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns the `src` for an `img`. */
export const photoSource = (jpeg: string): string => `data:image/jpeg;base64,${jpeg}`

export interface SmallPhotoFieldProps {
  /** Label of the button that takes a photo. */
  readonly label: ReactNode
  /** The `src` of the current photo; null when there is none. */
  readonly photo: string | null
  /** JPEG, base64. */
  readonly onPhoto: (photo: string | null) => void
  /** Called with true while a chosen photo is scaled: sent now, the form would go without it. */
  readonly onBusy: (isBusy: boolean) => void
  /** The subject is in front of the driver, so the camera is opened directly. */
  readonly isFromCamera?: boolean
}

/** A photo for a request: scaled down on the phone, without the location where it was taken. */
export function SmallPhotoField({ label, photo, onPhoto, onBusy, isFromCamera = false }: SmallPhotoFieldProps) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isBad, setBad] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const work = (isAtWork: boolean) => {
    setBusy(isAtWork)
    onBusy(isAtWork)
  }
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file === undefined) return
    work(true)
    const small = await toSmallPhoto(file, SIZES, PROBLEM_PHOTO_MAX_BYTES)
    // Reset, so that choosing the same file again fires a change event.
    if (input.current !== null) input.current.value = ''
    setBad(!small.ok)
    onPhoto(small.ok ? await toBase64(small.value) : null)
    work(false)
  }
  return (
    <div className={styles.stack}>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        {...(isFromCamera ? { capture: 'environment' } : {})}
        aria-label={t`Photo`}
        onChange={(event) => void take(event)}
      />
      {photo === null ? (
        <Button
          kind="secondary"
          size="small"
          icon={<PlusIcon size={18} />}
          busy={isBusy}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
      ) : (
        <ButtonRow>
          <div>
            <img src={photo} alt={t`Your photo`} height={88} />
          </div>
          <Button kind="plain" size="small" icon={<CloseIcon size={18} />} onClick={() => onPhoto(null)}>
            <Trans>Remove photo</Trans>
          </Button>
        </ButtonRow>
      )}
      {isBad && (
        <p className={styles.small} role="alert">
          <Trans>This file can’t be read as a photo. Take another one.</Trans>
        </p>
      )}
    </div>
  )
}
