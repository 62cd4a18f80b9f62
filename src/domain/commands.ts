/** What a driver may ask for with no signal. The set is closed: nothing else can be queued. */
import { unreachable } from '../lib/assert.ts'
import type { ContactMessage, ContactTopic } from './contact.ts'
import type { CountryCode } from './country.ts'
import type { ParkProblem } from './park-problem.ts'
import type { Review, ReviewReport } from './review.ts'
import type { VehicleTypeId } from './tariff-types.ts'
import type { DocumentDates, DocumentKind } from './document-kinds.ts'

/** What a driver enters of a vehicle, named as on the wire. */
export interface VehicleInput {
  readonly plate: string
  readonly country_code: CountryCode
  readonly region?: string | null
  readonly vehicle_type_id: VehicleTypeId
  readonly label?: string | null
  readonly colour?: string | null
  readonly make?: string | null
  readonly model?: string | null
}

/** A car park as it is named where the phone does not hold it. */
export interface FavouritePlace {
  readonly name: string
  readonly slug: string
  readonly address: string | null
}

export type QueueableCommand =
  /** `minRefundMinor`: the smallest refund that the driver accepted. `reason`: there was no space for the car. */
  | {
      readonly kind: 'booking.cancel'
      readonly bookingId: string
      readonly minRefundMinor: number
      readonly reason?: 'no_space'
    }
  | {
      readonly kind: 'booking.extend'
      readonly bookingId: string
      /** RFC 3339: the end that the driver saw. */
      readonly baseEnd: string
      /** RFC 3339. */
      readonly newEnd: string
      /** The most that the driver accepted to pay for the extension. */
      readonly maxPriceMinor: number
      /** RFC 3339: after that the command expires unsent. */
      readonly notAfter: string
    }
  /** `vehicleId` is made by the phone. */
  | { readonly kind: 'vehicle.add'; readonly vehicleId: string; readonly vehicle: VehicleInput }
  /** The whole vehicle as edited; `baseVersion` is the version that the driver saw. */
  | {
      readonly kind: 'vehicle.edit'
      readonly vehicleId: string
      readonly vehicle: VehicleInput
      readonly baseVersion: number
    }
  | { readonly kind: 'vehicle.delete'; readonly vehicleId: string }
  | { readonly kind: 'vehicle.set_default'; readonly vehicleId: string }
  | {
      readonly kind: 'park.report'
      readonly parkId: number
      /** For the driver's own list of requests; not sent. */
      readonly parkName: string
      readonly problem: ParkProblem
      /** The driver's words; null: none. */
      readonly text: string | null
      /** Of `full` and `place_taken`: what it is about. */
      readonly booking?: string
      /** A small JPEG, base64. */
      readonly photo?: string
    }
  | {
      readonly kind: 'favourite.add' | 'favourite.remove'
      readonly parkId: number
      /** For the driver's own lists; not sent. */
      readonly place: FavouritePlace
      /** Whether the provider had it as a favourite when the driver tapped, as far as the phone knew. */
      readonly isHeld: boolean
    }
  /** When the documents of a vehicle expire, all of them as the driver sees them. */
  | {
      readonly kind: 'document.dates'
      readonly ofVehicle: string
      readonly commercial: boolean
      readonly dates: DocumentDates
    }
  /** A picture, which the phone keeps under this id. */
  | {
      readonly kind: 'document.upload'
      readonly scanId: string
      readonly ofVehicle: string
      readonly document: DocumentKind
    }
  /** What the driver writes to us. */
  | ({ readonly kind: 'contact.send' } & ContactMessage)
  /** What the driver says of a stay, a booking's id; null takes it back. `parkName`: for the list of requests; not sent. */
  | { readonly kind: 'review.set'; readonly stay: string; readonly parkName: string; readonly review: Review | null }
  /** What somebody else said should not be there. */
  | {
      readonly kind: 'review.report'
      readonly reviewId: string
      readonly parkName: string
      readonly reason: ReviewReport
    }

export type CommandKind = QueueableCommand['kind']
export type BookingCommand = Extract<QueueableCommand, { readonly bookingId: string }>
export type VehicleCommand = Extract<QueueableCommand, { readonly vehicleId: string }>
export type FavouriteCommand = Extract<QueueableCommand, { readonly isHeld: boolean }>
export type DocumentCommand = Extract<QueueableCommand, { readonly ofVehicle: string }>
export type ContactCommand = Extract<QueueableCommand, { readonly kind: 'contact.send' }>
export type ReviewCommand = Extract<QueueableCommand, { readonly kind: `review.${string}` }>
export type ReportCommand = Extract<QueueableCommand, { readonly kind: 'park.report' }>

/** Anything that names what it does: a command of another kind needs a connection and is not queued. */
interface Named {
  readonly kind: string
}

const BOOKING_KINDS: ReadonlySet<string> = new Set<BookingCommand['kind']>(['booking.cancel', 'booking.extend'])
const VEHICLE_KINDS: ReadonlySet<string> = new Set<VehicleCommand['kind']>([
  'vehicle.add',
  'vehicle.edit',
  'vehicle.delete',
  'vehicle.set_default',
])

export const isBookingCommand = (command: Named): command is BookingCommand => BOOKING_KINDS.has(command.kind)
export const isVehicleCommand = (command: Named): command is VehicleCommand => VEHICLE_KINDS.has(command.kind)
const FAVOURITE_KINDS: ReadonlySet<string> = new Set<FavouriteCommand['kind']>(['favourite.add', 'favourite.remove'])

export const isFavouriteCommand = (command: Named): command is FavouriteCommand => FAVOURITE_KINDS.has(command.kind)
export const isDocumentCommand = (command: Named): command is DocumentCommand => command.kind.startsWith('document.')
export const isReport = (command: Named): command is ReportCommand => command.kind === 'park.report'
export const isContact = (command: Named): command is ContactCommand => command.kind === 'contact.send'
export const isReview = (command: Named): command is ReviewCommand => command.kind.startsWith('review.')
export const isQueueable = (command: Named): command is QueueableCommand =>
  isBookingCommand(command) ||
  isVehicleCommand(command) ||
  isFavouriteCommand(command) ||
  isReport(command) ||
  isContact(command) ||
  isReview(command) ||
  isDocumentCommand(command)

/**
 * Commands of one line are sent in order; lines do not wait for each other. A driver's vehicles are one line: which is the default, and
 * which plate is free, depends on what came before; their documents come after the vehicle itself.
 */
export const lineOf = (command: QueueableCommand): string =>
  isVehicleCommand(command) || isDocumentCommand(command) ? 'vehicles' : entityKey(command)

/** The one booking, vehicle, car park or favourite that a command is about. */
export type EntityKey =
  | `booking:${string}`
  | `vehicle:${string}`
  | `park:${number}`
  | `favourite:${number}`
  | `document:${string}`
  | `message:${ContactTopic}`
  | `review:${string}`
  | `report:${string}`

export function entityKey(command: QueueableCommand): EntityKey {
  switch (command.kind) {
    case 'booking.cancel':
    case 'booking.extend':
      return `booking:${command.bookingId}`
    case 'vehicle.add':
    case 'vehicle.edit':
    case 'vehicle.delete':
    case 'vehicle.set_default':
      return `vehicle:${command.vehicleId}`
    case 'park.report':
      return `park:${command.parkId}`
    case 'contact.send':
      return `message:${command.topic}`
    case 'review.set':
      return `review:${command.stay}`
    case 'review.report':
      return `report:${command.reviewId}`
    case 'favourite.add':
    case 'favourite.remove':
      return `favourite:${command.parkId}`
    case 'document.dates':
      return `document:${command.ofVehicle}`
    case 'document.upload':
      return `document:${command.ofVehicle} ${command.document}`
    default:
      return unreachable(command)
  }
}
