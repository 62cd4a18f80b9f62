// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { retryCommand, toImmediateResult } from '../../actions/requests.ts'
import { toVehicleInput } from '../../actions/vehicles.ts'
import { canExtend } from '../../domain/booking.ts'
import type { QueueableCommand } from '../../domain/commands.ts'
import { type Instant, mustInstant } from '../../domain/instant.ts'
import { ExtendDialog } from '../../parts/extend-dialog.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { findVehicleProblems, toVehicleFields } from '../../parts/to-vehicle-fields.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { VehicleFormFields } from '../../parts/vehicle-form-fields.tsx'
import type { OutboxView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './activity.module.css'
import { groupOf } from './group-of.ts'

type VehicleChange = Extract<QueueableCommand, { readonly vehicle: unknown }>

/** Whether the request can still be edited. An unconfirmed request can only be resent unchanged. */
export function canChange(view: OutboxView, now: Instant): boolean {
  const { command, booking, firstSentAt } = view
  const group = groupOf(view)
  if (command === null || group === 'done' || (group === 'waiting' && firstSentAt !== null)) return false
  if (command.kind === 'booking.extend') return booking !== null && canExtend(booking, now).ok
  return 'vehicle' in command
}

export interface ChangeDialogProps {
  readonly view: OutboxView
  readonly onClose: () => void
}

/** Edits a request; the new request replaces the row that the dialog was opened from. */
export function ChangeDialog({ view, onClose }: ChangeDialogProps) {
  const { id: rowId, command, booking } = view
  if (command === null) return null
  if ('vehicle' in command) {
    // After a refusal, show the provider's vehicle; while the request waits, show what the driver entered.
    const isRebased = groupOf(view) !== 'waiting'
    return <VehicleDialog rowId={rowId} command={command} isRebased={isRebased} onClose={onClose} />
  }
  if (command.kind !== 'booking.extend' || booking === null) return null
  return (
    <ExtendDialog
      booking={booking}
      startEnd={mustInstant(command.newEnd)}
      onExtend={(newEnd, maxPriceMinor) => {
        const changed = { ...command, newEnd: new Date(newEnd).toISOString(), maxPriceMinor }
        return retryCommand({ rowId, command: changed, isRebased: true })
      }}
      onClose={onClose}
    />
  )
}

interface VehicleDialogProps {
  readonly rowId: string
  readonly command: VehicleChange
  readonly isRebased: boolean
  readonly onClose: () => void
}

function VehicleDialog({ rowId, command, isRebased, onClose }: VehicleDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: findVehicleProblems,
    send: async (form) => {
      const vehicle = toVehicleInput(toVehicleFields(form, command.vehicle))
      return toImmediateResult(await retryCommand({ rowId, command: { ...command, vehicle }, isRebased }))
    },
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={<Trans>Change your request</Trans>}
      onClose={onClose}
      foot={
        <Button type="submit" form={formId} wide busy={isBusy} busyLabel={<Trans>Saving…</Trans>}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id={formId} className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Saving the vehicle`} hasInput />}
        <VehicleFormFields vehicle={command.vehicle} problems={problems} />
      </form>
    </Modal>
  )
}
