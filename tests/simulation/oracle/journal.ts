import * as v from 'valibot'
import { type Booking, bookingSchema } from '../../../src/contract/bookings.ts'
import { type Favourite, favouriteSchema } from '../../../src/contract/favourites.ts'
import { type Vehicle, vehicleSchema } from '../../../src/contract/vehicles.ts'
import type { Command } from '../../../src/db/command.ts'
import {
  isFavouriteCommand,
  isReview,
  type QueueableCommand,
  type ReviewCommand,
} from '../../../src/domain/commands.ts'
import { normalisePlate } from '../../../src/domain/plate.ts'
import { unreachable } from '../../../src/lib/assert.ts'
import { isFavouriteDone, isReviewDone } from '../../../src/outbox/commands/is-done.ts'
import type { ServerState } from '../target.ts'
import { type KeptThing, toKept } from './shop-rules.ts'
import { hold } from './violation.ts'

export interface Busy {
  readonly detail: string
  readonly waitMs: number
  /** The true time, epoch milliseconds. */
  readonly atMs: number
}

/** The world's record of what the provider was seen to do. */
export interface Journal {
  /** Records that a write under `key` was handled, what it changed and how it was answered. */
  note(write: { readonly key: string; readonly status: number }, before: ServerState, after: ServerState): void
  /** Adds the present rows to the history. */
  learn(state: ServerState): void
  /**
   * Records that a request under `key` (null when it had none) was rate-limited, with the wording and the wait it was
   * told.
   */
  noteBusy(key: string | null, told: Busy): void
  /** Returns the shortest wait told in this wording within the last minute, milliseconds. */
  waitFor(key: string, detail: string | undefined, nowMs: number): number | undefined
  hasEffect(key: string): boolean
  /** What the write under `key` changed, each as `kind:name`. */
  changesBy(key: string): readonly string[]
  /** Version of a booking after the write under `key` changed it; 0 when there was no such write. */
  versionAfter(key: string, bookingId: string): number
  hasSuccess(key: string): boolean
  hasRefusal(key: string): boolean
  /** Whether the command's goal was ever met. */
  everHeld(command: Command): boolean
  ownerOfBooking(id: string): string | undefined
  /** Whether the provider ever sent exactly this, apart from fields that may change without a new version. */
  wasBooking(booking: Booking): boolean
  wasVehicle(vehicle: Vehicle): boolean
  wasFavourite(userId: string, favourite: Favourite): boolean
  /** The same for an order, gift, plan, renewal or scan of this driver. */
  wasSaid(userId: string, thing: KeptThing): boolean
  wasDeleted(vehicleId: string): boolean
  /** Records that the provider was restored from an older backup. */
  startAnew(): void
  wasRestored(): boolean
}

const SUCCESS = 300
/** Longer than any answer is in transit. */
const A_MOMENT_MS = 60_000
const TOO_BUSY: ReadonlySet<number> = new Set([401, 408, 425, 429])

/** One entry for each thing that a write may change. */
function marksOf(state: ServerState): ReadonlyMap<string, string> {
  return new Map([
    ...state.bookings.map(({ booking }) => [`booking:${booking.booking_id}`, String(booking.version)] as const),
    ...state.vehicles.map(
      ({ vehicle }) => [`vehicle:${vehicle.id}`, `${String(vehicle.version)} ${String(vehicle.is_default)}`] as const,
    ),
    ...state.favourites.map(
      ({ userId, favourite }) =>
        [`favourite:${userId} ${String(favourite.park_id)}`, String(favourite.version)] as const,
    ),
    ...state.wallets.map(
      (wallet) => [`wallet:${wallet.userId} ${wallet.currency}`, String(wallet.balanceMinor)] as const,
    ),
    ...state.payments.map((payment) => [`payment:${payment.reference}`, payment.state] as const),
    ...state.withdrawals.map((withdrawal) => [`withdrawal:${withdrawal.id}`, withdrawal.state] as const),
    ...state.checkIns.map((checkIn) => [`check-in:${checkIn.deviceId} ${checkIn.nonce}`, checkIn.direction] as const),
    ...state.shop.map((thing) => [`${thing.kind}:${thing.id}`, String(thing.version)] as const),
  ])
}

function changesBetween(before: ServerState, after: ServerState): readonly string[] {
  const [old, now] = [marksOf(before), marksOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name))
}

/** Parses like a phone: the fields of the contract, in its order. */
export const asRead = {
  booking: (booking: Booking): Booking => v.parse(bookingSchema, booking),
  vehicle: (vehicle: Vehicle): Vehicle => v.parse(vehicleSchema, vehicle),
  favourite: (favourite: Favourite): Favourite => v.parse(favouriteSchema, favourite),
}

/** A receipt number and the park's facts may change without a new version. */
const bookingText = ({ receipt_number: _receipt, park: _park, updated_at: _at, ...rest }: Booking): string =>
  JSON.stringify(rest)
const favouriteText = (userId: string, favourite: Favourite): string => `${userId} ${JSON.stringify(favourite)}`
/** The default flag may move without a new version. */
const vehicleText = ({ is_default: _default, updated_at: _at, ...rest }: Vehicle): string => JSON.stringify(rest)

const saidText = (userId: string, { kind, text }: KeptThing): string => `${userId} ${kind} ${text}`

const isEdited = (vehicle: Vehicle, command: Extract<QueueableCommand, { kind: 'vehicle.edit' }>): boolean =>
  vehicle.id === command.vehicleId && vehicle.plate_normalised === normalisePlate(command.vehicle.plate)

interface History {
  readonly bookings: Map<string, Booking>
  readonly vehicles: Map<string, Vehicle>
  readonly favourites: Map<string, Favourite>
  /** For orders, gifts, plans and documents. */
  readonly said: Set<string>
  readonly deleted: Set<string>
  readonly defaults: Set<string>
  readonly owners: Map<string, string>
  /** Objects already recorded: a target that returns the same object again means the same row. */
  readonly learnt: WeakSet<object>
  present: Set<string>
}

function learnFrom(history: History, state: ServerState): void {
  for (const { booking, userId } of state.bookings) {
    if (history.learnt.has(booking)) continue
    history.learnt.add(booking)
    history.bookings.set(bookingText(asRead.booking(booking)), booking)
    history.owners.set(booking.booking_id, userId)
  }
  for (const { userId, favourite } of state.favourites)
    history.favourites.set(favouriteText(userId, asRead.favourite(favourite)), favourite)
  for (const thing of state.shop) {
    const kept = toKept(thing)
    if (kept !== undefined) history.said.add(saidText(thing.userId, kept))
  }
  const present = new Set<string>()
  for (const { vehicle } of state.vehicles) {
    present.add(vehicle.id)
    if (history.learnt.has(vehicle)) continue
    history.learnt.add(vehicle)
    history.vehicles.set(vehicleText(asRead.vehicle(vehicle)), vehicle)
    if (vehicle.is_default) history.defaults.add(vehicle.id)
  }
  for (const id of history.present) if (!present.has(id)) history.deleted.add(id)
  history.present = present
}

type Move = Extract<Command, { kind: 'booking.move' }>
type Keep = Extract<Command, { kind: 'booking.keep_event' }>
/** Commands whose result cannot be attributed from a list, only by the key. */
type OfShop = Extract<
  Command,
  {
    kind:
      | `order.${string}`
      | `gift.${string}`
      | `plan.${string}`
      | `referral.${string}`
      | `document.${string}`
      | `renewal.${string}`
  }
>

const isOfShop = (command: Command): command is OfShop =>
  /^(?:order|gift|plan|referral|document|renewal)\./.test(command.kind)

const wasMoved = ({ bookings }: History, { bookingId, body }: Move): boolean =>
  [...bookings.values()].some(
    (row) =>
      row.moved_from === bookingId &&
      row.park_id === body.park_id &&
      Date.parse(row.start_time) === Date.parse(body.start_time),
  )

const wasKept = ({ bookings }: History, { bookingId }: Keep): boolean =>
  [...bookings.values()].some((row) => row.booking_id === bookingId && row.event?.choose_by === null)

const wasReviewed = ({ bookings }: History, command: ReviewCommand): boolean =>
  command.kind === 'review.set' && [...bookings.values()].some((row) => isReviewDone(command, row))

function everHeld(history: History, command: Exclude<Command, Move | Keep | ReviewCommand | OfShop>): boolean {
  if (isFavouriteCommand(command)) return [...history.favourites.values()].some((row) => isFavouriteDone(command, row))
  const vehicles = [...history.vehicles.values()]
  const bookings = [...history.bookings.values()]
  switch (command.kind) {
    case 'booking.cancel':
      return bookings.some((row) => row.booking_id === command.bookingId && row.status === 'cancelled')
    case 'booking.extend':
    case 'booking.shorten':
      return bookings.some(
        (row) => row.booking_id === command.bookingId && Date.parse(row.end_time) === Date.parse(command.newEnd),
      )
    case 'vehicle.add':
      return vehicles.some((row) => row.id === command.vehicleId)
    case 'vehicle.edit':
      return vehicles.some((row) => isEdited(row, command))
    case 'vehicle.delete':
      return !history.present.has(command.vehicleId)
    case 'vehicle.set_default':
      return history.defaults.has(command.vehicleId)
    case 'booking.renew':
      return bookings.some((row) => row.booking_id === command.bookingId && row.status === 'active')
    case 'booking.pay_overstay':
      return bookings.some(
        (row) => row.booking_id === command.bookingId && (row.overstay?.paid ?? 0) > command.paidMinor,
      )
    case 'booking.change_plate':
      return bookings.some(
        (row) =>
          row.booking_id === command.bookingId && normalisePlate(row.plate) === normalisePlate(command.body.plate),
      )
    // A list may show what another phone did: only the key attributes it. Reports appear in no list at all.
    case 'park.report':
    case 'contact.send':
    case 'booking.create':
    case 'booking.checkout':
    case 'wallet.top_up':
    case 'wallet.withdraw':
    case 'wallet.take_back':
    case 'payment.verify':
      return false
    default:
      return unreachable(command)
  }
}

export function createJournal(): Journal {
  const effects = new Map<string, readonly string[]>()
  const marks = new Map<string, ReadonlyMap<string, string>>()
  const answers = new Map<string, number[]>()
  let busy: readonly (Busy & { readonly key: string | null })[] = []
  let isRestored = false
  const history: History = {
    bookings: new Map(),
    vehicles: new Map(),
    favourites: new Map(),
    said: new Set(),
    deleted: new Set(),
    defaults: new Set(),
    owners: new Map(),
    learnt: new WeakSet(),
    present: new Set(),
  }
  const anyStatus = (key: string, test: (status: number) => boolean): boolean => (answers.get(key) ?? []).some(test)
  return {
    note({ key, status }, before, after) {
      const changes = changesBetween(before, after)
      answers.set(key, [...(answers.get(key) ?? []), status])
      hold(changes.length === 0 || status < SUCCESS, 'a refusal has no effect', () => `${key}: ${changes.join(' ')}`)
      hold(
        changes.length === 0 || !effects.has(key),
        'at most one effect per key',
        () => `${key}: ${(effects.get(key) ?? []).join(' ')}, then ${changes.join(' ')}`,
      )
      if (changes.length > 0) {
        effects.set(key, changes)
        marks.set(key, marksOf(after))
      }
      learnFrom(history, after)
    },
    noteBusy(key, told) {
      busy = [...busy.filter(({ atMs }) => told.atMs - atMs <= A_MOMENT_MS), { ...told, key }]
    },
    waitFor(key, detail, nowMs) {
      const told = busy.filter(
        (one) => (one.key === null || one.key === key) && one.detail === detail && nowMs - one.atMs <= A_MOMENT_MS,
      )
      return told.length === 0 ? undefined : Math.min(...told.map(({ waitMs }) => waitMs))
    },
    learn: (state) => learnFrom(history, state),
    hasEffect: (key) => effects.has(key),
    changesBy: (key) => effects.get(key) ?? [],
    versionAfter: (key, bookingId) => Number(marks.get(key)?.get(`booking:${bookingId}`) ?? 0),
    hasSuccess: (key) => anyStatus(key, (status) => status < SUCCESS),
    hasRefusal: (key) => anyStatus(key, (status) => status >= 400 && status < 500 && !TOO_BUSY.has(status)),
    everHeld: (command) => {
      if (isOfShop(command)) return false
      if (isReview(command)) return wasReviewed(history, command)
      if (command.kind === 'booking.keep_event') return wasKept(history, command)
      return command.kind === 'booking.move' ? wasMoved(history, command) : everHeld(history, command)
    },
    ownerOfBooking: (id) => history.owners.get(id),
    wasBooking: (booking) => history.bookings.has(bookingText(booking)),
    wasVehicle: (vehicle) => history.vehicles.has(vehicleText(vehicle)),
    wasFavourite: (userId, favourite) => history.favourites.has(favouriteText(userId, favourite)),
    wasSaid: (userId, thing) => history.said.has(saidText(userId, thing)),
    wasDeleted: (id) => history.deleted.has(id),
    startAnew() {
      effects.clear()
      marks.clear()
      isRestored = true
    },
    wasRestored: () => isRestored,
  }
}
