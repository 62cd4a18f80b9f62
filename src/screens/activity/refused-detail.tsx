// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { failureOf } from '../../actions/failures.ts'
import type { VehicleInput } from '../../domain/commands.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { EndedText } from '../../parts/ended-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useVehicleText } from '../../parts/use-vehicle-text.ts'
import type { OutboxView } from '../../queries/query.ts'
import text from '../../ui/text.module.css'

/** Why a request was refused, has expired or is not sent, and the current state at the provider. */
export function RefusedDetail({ view }: { readonly view: OutboxView }) {
  if (view.command === null) {
    return (
      <p className={text.muted}>
        {view.reason === 'newer_version' ? (
          <Trans>
            This request was saved by a newer version of the app. Only that version can send it, unless you dismiss it.
          </Trans>
        ) : (
          <Trans>This request is damaged or from another version. It won’t be sent.</Trans>
        )}
      </p>
    )
  }
  const failure = failureOf(view)
  return (
    <div className={text.muted}>
      {failure !== null && (
        <p>
          <EndedText failure={failure} />
        </p>
      )}
      {failure?.kind === 'refused' &&
        failure.fields?.map(({ field, code, detail }) => <p key={`${field} ${code}`}>{detail}</p>)}
      <AsItIs view={view} />
    </div>
  )
}

/** The provider's current value, next to the request. */
function AsItIs({ view: { command, booking, vehicle } }: { readonly view: OutboxView }) {
  const format = useFormat()
  const now = useNow()
  if (booking !== null) {
    const end = format.savedAt(mustInstant(booking.end_time), { zone: booking.park.timezone, now })
    const { status } = booking
    return <p>{status === 'cancelled' ? <Trans>Now: cancelled.</Trans> : <Trans>Now: booked until {end}.</Trans>}</p>
  }
  return vehicle !== null && command?.kind === 'vehicle.edit' ? (
    <BothVehicles asked={command.vehicle} now={vehicle} />
  ) : null
}

/** Shows every field: asking again writes all of them, so changes from another phone must be visible first. */
function BothVehicles({ asked, now }: { readonly asked: VehicleInput; readonly now: VehicleInput }) {
  const vehicleText = useVehicleText()
  const [wanted, held] = [vehicleText(asked), vehicleText(now)]
  return (
    <>
      <p>
        <Trans>Your request: {wanted}</Trans>
      </p>
      <p>
        <Trans>Now: {held}</Trans>
      </p>
    </>
  )
}
