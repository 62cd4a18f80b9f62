// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { forgetParked, tidyParked } from '../../actions/parked.online.ts'
import { type ParkedRow, useParked } from '../../queries/use-parked.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { DirectionsIcon } from '../../ui/icons-action.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FailureNote } from '../failure-note.tsx'
import styles from '../parts.module.css'
import { useSingleFlight } from '../use-single-flight.ts'
import { OnlyHere } from './only-here.tsx'
import { ParkedForm } from './parked-form.tsx'
import { ParkedPhoto } from './parked-photo.tsx'
import { askForCompass } from './use-heading.ts'
import { WalkBackView } from './walk-back-view.tsx'

export interface ParkedDialogProps {
  readonly bookingId: string
  readonly onClose: () => void
}

/** Where the car is parked: a note, a photo, and the way back. All of it stays on this phone. */
export default function ParkedDialog({ bookingId, onClose }: ParkedDialogProps) {
  const parked = useParked(bookingId)
  const [isChanging, setChanging] = useState(false)
  useEffect(() => void tidyParked(), [])
  const row = parked.status === 'ready' ? parked.value : null
  return (
    <Modal open onClose={onClose} title={<Trans>Where you parked</Trans>}>
      {parked.status === 'loading' && <Skeleton size="card" width="full" />}
      {parked.status === 'ready' && (row === null || isChanging) && (
        <ParkedForm bookingId={bookingId} before={row} onDone={() => setChanging(false)} />
      )}
      {row !== null && !isChanging && <Parked row={row} onChange={() => setChanging(true)} />}
    </Modal>
  )
}

function Parked({ row, onChange }: { readonly row: ParkedRow; readonly onChange: () => void }) {
  const { t } = useLingui()
  const [compass, setCompass] = useState<boolean | null>(null)
  const { failure, isBusy, run } = useSingleFlight(() => undefined)
  return (
    <div className={styles.form}>
      {row.note !== '' && <p>{row.note}</p>}
      {row.position !== null && compass !== null && <WalkBackView car={row.position} hasCompass={compass} />}
      {row.position !== null && compass === null && (
        <Button wide icon={<DirectionsIcon />} onClick={() => void askForCompass().then(setCompass)}>
          <Trans>Guide me back</Trans>
        </Button>
      )}
      {row.photo !== null && <ParkedPhoto photo={row.photo} />}
      <ButtonRow>
        <Button kind="secondary" onClick={onChange}>
          <Trans>Change</Trans>
        </Button>
        <Button kind="danger" busy={isBusy} onClick={() => void run(() => forgetParked(row.id))}>
          <Trans>Delete</Trans>
        </Button>
      </ButtonRow>
      {failure !== null && <FailureNote failure={failure} doing={t`Deleting`} />}
      <OnlyHere />
    </div>
  )
}
