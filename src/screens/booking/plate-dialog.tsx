// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { changeBookingPlate } from '../../actions/bookings.online.ts'
import { isPlate, normalisePlate } from '../../domain/plate.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import type { BookingView } from '../../queries/query.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { CarIcon } from '../../ui/icons-place.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './booking.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'

/** Changes the plate of this booking; the pass is signed again. Needs a connection. */
export default function PlateDialog({
  booking,
  onClose,
}: {
  readonly booking: BookingView
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const vehicles = useVehicles()
  const { failure, isBusy, run } = useSingleFlight(onClose)
  const [plate, setPlate] = useState(booking.plate)
  const [isRefused, setRefused] = useState(false)
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  const change = () => {
    const normalised = normalisePlate(plate)
    const isReadable = isPlate(normalised)
    setRefused(!isReadable)
    if (isReadable) void run(() => changeBookingPlate({ booking, plate: normalised }))
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Change plate</Trans>}
      foot={
        <OnlineButton
          doing={t`Changing the plate`}
          hasInput={plate !== booking.plate}
          wide
          busy={isBusy}
          busyLabel={<Trans>Changing…</Trans>}
          onClick={change}
        >
          <Trans>Change plate</Trans>
        </OnlineButton>
      }
    >
      <div className={styles.form}>
        {saved.length > 0 && (
          <ChipRow label={t`My vehicles`}>
            {saved.map((vehicle) => (
              <Chip key={vehicle.id} on={vehicle.plate === plate} onToggle={() => setPlate(vehicle.plate)}>
                {vehicle.plate}
              </Chip>
            ))}
          </ChipRow>
        )}
        <TextField
          plate
          label={t`Plate number`}
          icon={<CarIcon />}
          value={plate}
          onChange={(event) => setPlate(event.currentTarget.value)}
          error={isRefused ? <Trans>Enter the plate: letters and digits.</Trans> : undefined}
        />
        <p className={styles.small}>
          <Trans>Your pass is updated. The old code no longer works at the gate.</Trans>
        </p>
        {failure !== null && <FailureNote failure={failure} doing={t`Changing the plate`} hasInput />}
      </div>
    </Modal>
  )
}
