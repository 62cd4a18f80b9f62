// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { addVehicle, deleteVehicle, editVehicle, setDefaultVehicle } from '../../actions/vehicles.ts'
import { type EnqueueResult, toImmediateResult } from '../../actions/requests.ts'
import { refreshVehicles } from '../../actions/connection.online.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { VehicleInput } from '../../domain/commands.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { StarIcon } from '../../ui/icons-place.tsx'
import { TrashIcon } from '../../ui/icons-action.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './profile.module.css'
import { findVehicleProblems, toVehicleFields } from '../../parts/to-vehicle-fields.ts'
import { useVehicleText } from '../../parts/use-vehicle-text.ts'
import { VehicleFormFields } from '../../parts/vehicle-form-fields.tsx'

export interface VehicleModalProps {
  /** Null adds a vehicle. */
  readonly vehicle: Vehicle | null
  /** Initial values of a new vehicle. */
  readonly start?: VehicleInput
  readonly onClose: () => void
}

/** Runs a change: success or waiting closes the dialog; a refusal keeps it open with the input. */
async function settle(
  change: Promise<Result<EnqueueResult, ActionError>>,
): Promise<Result<EnqueueResult, ActionError>> {
  const result = toImmediateResult(await change)
  if (result.ok) return result
  // The next attempt is then based on the provider's version; the input stays.
  if (result.error.kind === 'refused' && result.error.code === 'version_conflict') await refreshVehicles()
  return result
}

/** Adds or edits a vehicle; an existing one can also be made the default or deleted. */
export function VehicleModal({ vehicle, start, onClose }: VehicleModalProps) {
  const { t } = useLingui()
  const formId = useId()
  const [isDeleting, setDeleting] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: findVehicleProblems,
    send: (form) => {
      const fields = toVehicleFields(form, vehicle)
      return settle(vehicle === null ? addVehicle(fields) : editVehicle({ vehicle, fields }))
    },
    onDone: onClose,
  })
  const save = (
    <Button type="submit" form={formId} wide busy={isBusy} busyLabel={<Trans>Saving…</Trans>}>
      <Trans>Save</Trans>
    </Button>
  )
  return (
    <Modal
      open
      title={vehicle === null ? <Trans>Add a vehicle</Trans> : vehicle.plate}
      onClose={onClose}
      foot={isDeleting ? undefined : save}
    >
      <div className={styles.form}>
        {/* Hidden rather than unmounted while a deletion is being confirmed, so that "Keep it" restores the input. */}
        <div hidden={isDeleting}>
          <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
            {failure !== null && <FailureNote failure={failure} doing={t`Saving the vehicle`} hasInput />}
            {vehicle !== null && failure?.kind === 'refused' && failure.code === 'version_conflict' && (
              <AsItIs vehicle={vehicle} />
            )}
            <VehicleFormFields vehicle={vehicle ?? start ?? null} problems={problems} />
          </form>
        </div>
        {vehicle !== null && (
          <VehicleActions vehicle={vehicle} onClose={onClose} isDeleting={isDeleting} onDeleting={setDeleting} />
        )}
      </div>
    </Modal>
  )
}

/** The provider's version after a change from another phone; the next attempt overwrites all of it. */
function AsItIs({ vehicle }: { readonly vehicle: Vehicle }) {
  const held = useVehicleText()(vehicle)
  return (
    <p>
      <Trans>Now: {held}</Trans>
    </p>
  )
}

interface VehicleActionsProps {
  readonly vehicle: Vehicle
  readonly onClose: () => void
  readonly isDeleting: boolean
  readonly onDeleting: (isDeleting: boolean) => void
}

function VehicleActions({ vehicle, onClose, isDeleting, onDeleting }: VehicleActionsProps) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useSingleFlight(onClose)
  return (
    <>
      {failure !== null && (
        <FailureNote failure={failure} doing={isDeleting ? t`Deleting the vehicle` : t`Changing the default`} />
      )}
      {isDeleting ? (
        <>
          <p>
            <Trans>Delete {vehicle.plate}? Bookings already made keep their plate.</Trans>
          </p>
          <ButtonRow>
            <Button
              kind="danger"
              icon={<TrashIcon />}
              busy={isBusy}
              busyLabel={<Trans>Deleting…</Trans>}
              onClick={() => void run(() => settle(deleteVehicle({ vehicle })))}
            >
              <Trans>Delete</Trans>
            </Button>
            <Button kind="secondary" onClick={() => onDeleting(false)}>
              <Trans>Keep vehicle</Trans>
            </Button>
          </ButtonRow>
        </>
      ) : (
        <ButtonRow>
          {!vehicle.is_default && (
            <Button
              kind="secondary"
              size="small"
              icon={<StarIcon />}
              busy={isBusy}
              onClick={() => void run(() => settle(setDefaultVehicle({ vehicle })))}
            >
              <Trans>Make default</Trans>
            </Button>
          )}
          <Button kind="danger" size="small" icon={<TrashIcon />} onClick={() => onDeleting(true)}>
            <Trans>Delete vehicle</Trans>
          </Button>
        </ButtonRow>
      )}
    </>
  )
}
