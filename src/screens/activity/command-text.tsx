// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import {
  type BookingCommand,
  type ContactCommand,
  type DocumentCommand,
  type FavouriteCommand,
  isBookingCommand,
  isContact,
  isDocumentCommand,
  isFavouriteCommand,
  isReport,
  isReview,
  isVehicleCommand,
  type ReportCommand,
  type ReviewCommand,
  type VehicleCommand,
} from '../../domain/commands.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import type { OutboxView } from '../../queries/query.ts'
import { NowCommandText } from './now-command-text.tsx'

type Command = NonNullable<OutboxView['command']>

interface CommandTextProps<Asked extends Command = Command> {
  readonly view: OutboxView
  readonly command: Asked
}

/** Describes one request in the driver's terms, with its outcome in money or time. */
export function CommandText({ view, command }: CommandTextProps) {
  if (isBookingCommand(command)) return <BookingText view={view} command={command} />
  if (isVehicleCommand(command)) return <VehicleText view={view} command={command} />
  if (isDocumentCommand(command)) return <DocumentText view={view} command={command} />
  if (isReport(command)) return <ReportText view={view} command={command} />
  if (isReview(command)) return <ReviewText view={view} command={command} />
  if (isContact(command)) return <ContactText view={view} command={command} />
  if (isFavouriteCommand(command)) return <FavouriteText view={view} command={command} />
  return <NowCommandText view={view} command={command} />
}

function BookingText({ view: { state, booking }, command }: CommandTextProps<BookingCommand>) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const isDone = state === 'done'
  const park = booking?.park.name
  const amount = (amountMinor: number): string | null =>
    booking === null ? null : format.money({ amountMinor, currency: booking.currency })
  switch (command.kind) {
    case 'booking.cancel': {
      const refund = isDone ? booking?.refund : undefined
      const back = amount(refund ?? command.minRefundMinor)
      if (isDone) return back === null ? t`Booking cancelled` : t`${park}: booking cancelled, ${back} back`
      return back === null ? t`Cancel your booking` : t`Cancel ${park}: at least ${back} back`
    }
    case 'booking.extend': {
      const end = format.savedAt(mustInstant(command.newEnd), { zone: booking?.park.timezone ?? phoneZone(), now })
      const most = amount(command.maxPriceMinor)
      if (isDone) return most === null ? t`Extended until ${end}` : t`${park}: extended until ${end}, at most ${most}`
      return most === null ? t`Extend your booking until ${end}` : t`Extend ${park} until ${end}, at most ${most}`
    }
    default:
      return unreachable(command)
  }
}

function VehicleText({ view: { state, vehicle }, command }: CommandTextProps<VehicleCommand>) {
  const { t } = useLingui()
  const isDone = state === 'done'
  const plate = 'vehicle' in command ? command.vehicle.plate : vehicle?.plate
  switch (command.kind) {
    case 'vehicle.add':
      return isDone ? t`Vehicle ${plate} added` : t`Add the vehicle ${plate}`
    case 'vehicle.edit':
      return isDone ? t`Vehicle ${plate} changed` : t`Change the vehicle ${plate}`
    case 'vehicle.delete':
      if (isDone) return plate === undefined ? t`Vehicle deleted` : t`Vehicle ${plate} deleted`
      return plate === undefined ? t`Delete a vehicle` : t`Delete the vehicle ${plate}`
    case 'vehicle.set_default': {
      const named = plate ?? t`a vehicle`
      return isDone ? t`${named} is the default vehicle` : t`Make ${named} the default vehicle`
    }
    default:
      return unreachable(command)
  }
}

function DocumentText({ view: { state, vehicle }, command }: CommandTextProps<DocumentCommand>) {
  const { t } = useLingui()
  const plate = vehicle?.plate ?? ''
  if (command.kind === 'document.dates') return t`Expiry dates of documents ${plate}`
  return state === 'done' ? t`Picture of a document sent ${plate}` : t`Send a picture of a document ${plate}`
}

/** The reported problem, its place, and the driver's own text. */
function ReportText({ view: { state }, command }: CommandTextProps<ReportCommand>) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { parkName, problem, text } = command
  const what = text === null ? problemText(problem) : `${problemText(problem)}. ${text}`
  return state === 'done' ? t`${parkName}: problem reported. ${what}` : t`Report a problem at ${parkName}. ${what}`
}

function ReviewText({ view: { state }, command }: CommandTextProps<ReviewCommand>) {
  const { t } = useLingui()
  const { parkName } = command
  const isDone = state === 'done'
  if (command.kind === 'review.report')
    return isDone ? t`${parkName}: review reported` : t`Report a review of ${parkName}`
  const { review } = command
  if (review === null) return isDone ? t`${parkName}: review deleted` : t`Delete your review of ${parkName}`
  const said = `${'★'.repeat(review.stars)} ${review.text ?? ''}`.trim()
  return isDone ? t`${parkName}: review sent. ${said}` : t`Review ${parkName}. ${said}`
}

function ContactText({ view: { state }, command: { topic, text } }: CommandTextProps<ContactCommand>) {
  const { t } = useLingui()
  if (topic === 'charger' || topic === 'space')
    return state === 'done' ? t`Space offered. ${text}` : t`Offer a space. ${text}`
  if (topic === 'demo') return state === 'done' ? t`Demo requested. ${text}` : t`Ask for a demo. ${text}`
  return state === 'done' ? t`Message sent. ${text}` : t`Send a message. ${text}`
}

function FavouriteText({ view: { state }, command }: CommandTextProps<FavouriteCommand>) {
  const { t } = useLingui()
  const { name } = command.place
  const isDone = state === 'done'
  if (command.kind === 'favourite.add') return isDone ? t`${name} added to favourites` : t`Add ${name} to favourites`
  return isDone ? t`${name} removed from favourites` : t`Remove ${name} from favourites`
}
