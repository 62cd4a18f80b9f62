// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { keepParked } from '../../actions/parked.online.ts'
import { useFormat } from '../../i18n/format.ts'
import { readTabText, removeTabText, writeTabText } from '../../lib/session-storage.ts'
import { type PhotoError, toSmallPhoto } from '../small-photo.ts'
import type { ParkedPosition, ParkedRow } from '../../queries/use-parked.ts'
import type { LocateError } from '../../stores/position.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { LocateIcon } from '../../ui/icons-place.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FailureNote } from '../failure-note.tsx'
import { LocateTitle } from '../near-me.tsx'
import styles from '../parts.module.css'
import { useSingleFlight } from '../use-single-flight.ts'
import { OnlyHere } from './only-here.tsx'
import { ParkedPhoto } from './parked-photo.tsx'
import { findHere } from './use-here.ts'

const NOTE_MAX = 200

/** Keeps the typed text across reloads: a phone short of memory discards the page while the camera is open. */
function useNote(bookingId: string, before: string) {
  const key = `parked-${bookingId}`
  const [note, setNote] = useState(() => readTabText(key) ?? before)
  const change = (next: string) => {
    setNote(next)
    writeTabText(key, next)
  }
  return { note, change, forget: () => removeTabText(key) }
}

export interface ParkedFormProps {
  readonly bookingId: string
  readonly before: ParkedRow | null
  readonly onDone: () => void
}

/** A note, a photo, the position: at least one of them. If storing fails, the input stays in the form. */
export function ParkedForm({ bookingId, before, onDone }: ParkedFormProps) {
  const { t } = useLingui()
  const { note, change, forget } = useNote(bookingId, before?.note ?? '')
  const [photo, setPhoto] = useState<ArrayBuffer | null>(before?.photo ?? null)
  const [position, setPosition] = useState<ParkedPosition | null>(before?.position ?? null)
  const [isEmpty, setEmpty] = useState(false)
  // Saved meanwhile, the note would go without them and the form would close.
  const [isScaling, setScaling] = useState(false)
  const [isLocating, setLocating] = useState(false)
  const { failure, isBusy, run } = useSingleFlight(() => {
    forget()
    onDone()
  })
  const save = () => {
    const text = note.trim().slice(0, NOTE_MAX)
    const isNothing = text === '' && photo === null && position === null
    setEmpty(isNothing)
    if (!isNothing) void run(() => keepParked({ id: bookingId, note: text, photo, position }))
  }
  return (
    <div className={styles.form}>
      <TextArea
        name="parked"
        label={t`Note`}
        hint={<Trans>Such as level 2, space 14</Trans>}
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => change(event.currentTarget.value)}
        error={isEmpty ? <Trans>Write a note, take a photo or keep your position.</Trans> : undefined}
      />
      <TakePhoto photo={photo} onPhoto={setPhoto} isBusy={isScaling} onBusy={setScaling} />
      <KeepPosition position={position} onPosition={setPosition} isBusy={isLocating} onBusy={setLocating} />
      {failure !== null && <FailureNote failure={failure} doing={t`Saving`} hasInput />}
      <Button
        wide
        busy={isBusy || isScaling || isLocating}
        busyLabel={
          isScaling ? (
            <Trans>Preparing…</Trans>
          ) : isLocating ? (
            <Trans>Finding your location…</Trans>
          ) : (
            <Trans>Saving…</Trans>
          )
        }
        onClick={save}
      >
        <Trans>Save</Trans>
      </Button>
      <OnlyHere />
    </div>
  )
}

interface Slow {
  readonly isBusy: boolean
  readonly onBusy: (isBusy: boolean) => void
}

interface TakePhotoProps extends Slow {
  readonly photo: ArrayBuffer | null
  readonly onPhoto: (photo: ArrayBuffer) => void
}

/** An unusable photo leaves the previous one in place. */
function TakePhoto({ photo, onPhoto, isBusy, onBusy }: TakePhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<PhotoError | null>(null)
  const take = async (file: File) => {
    onBusy(true)
    setError(null)
    const small = await toSmallPhoto(file, [{ edge: 1280, quality: 0.8 }])
    if (small.ok) onPhoto(await small.value.arrayBuffer())
    else setError(small.error)
    onBusy(false)
  }
  return (
    <>
      {photo !== null && <ParkedPhoto photo={photo} />}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) void take(file)
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = ''
        }}
      />
      <Button kind="secondary" wide busy={isBusy} onClick={() => input.current?.click()}>
        {photo === null ? <Trans>Take a photo</Trans> : <Trans>Take another photo</Trans>}
      </Button>
      {error !== null && <Problem title={<PhotoErrorText error={error} />} />}
    </>
  )
}

const PhotoErrorText = ({ error }: { readonly error: PhotoError }) =>
  error === 'too_large' ? (
    <Trans>This photo is too large. Take another photo.</Trans>
  ) : (
    <Trans>This file isn’t a photo we can read. Take another photo.</Trans>
  )

const Problem = ({ title }: { readonly title: ReactNode }) => (
  <Note tone="warning" icon={<TriangleIcon size={24} />} title={title} role="alert" />
)

interface KeepPositionProps extends Slow {
  readonly position: ParkedPosition | null
  readonly onPosition: (position: ParkedPosition) => void
}

function KeepPosition({ position, onPosition, isBusy, onBusy }: KeepPositionProps) {
  const format = useFormat()
  const [error, setError] = useState<LocateError | null>(null)
  const find = async () => {
    onBusy(true)
    setError(null)
    const found = await findHere()
    onBusy(false)
    if (found.ok) onPosition(found.value)
    else setError(found.error)
  }
  const blur = position === null ? '' : format.distance(position.accuracyMetres)
  return (
    <>
      <Button
        kind="secondary"
        wide
        icon={position === null ? <LocateIcon /> : <CheckIcon />}
        busy={isBusy}
        onClick={() => void find()}
      >
        {position === null ? <Trans>Keep my position</Trans> : <Trans>Position kept, within {blur}</Trans>}
      </Button>
      {error !== null && <Problem title={<LocateTitle error={error} />} />}
    </>
  )
}
