import type { BookingRow, FavouriteRow, VehicleRow } from '../../../src/db/schema.ts'
import type { Device } from '../world/device.ts'
import type { Journal } from './journal.ts'
import { checkKept, type KnownShop } from './shop-rules.ts'
import { bookingsOf, favouritesOf, outboxOf, vehiclesOf } from './stored.ts'
import { hold } from './violation.ts'

/** One driver's mirror on one device at the previous look. */
export interface KnownMirror {
  bookings: ReadonlyMap<string, BookingRow>
  vehicles: ReadonlyMap<string, VehicleRow>
  favourites: ReadonlyMap<number, FavouriteRow>
  shop: KnownShop
}

export const emptyMirror = (): KnownMirror => ({
  bookings: new Map(),
  vehicles: new Map(),
  favourites: new Map(),
  shop: new Map(),
})

interface Place {
  readonly device: Device
  readonly userId: string
  readonly journal: Journal
}

function checkBooking({ userId, journal }: Place, row: BookingRow, before: BookingRow | undefined): void {
  const { booking } = row
  if (before === row) return
  hold(journal.wasBooking(booking), 'the mirror holds only what the provider said', () => JSON.stringify(booking))
  hold(journal.ownerOfBooking(row.id) === userId, 'rows stay with their driver', () => row.id)
  const isForward = journal.wasRestored() || before === undefined || before.booking.version <= booking.version
  hold(isForward, 'a row’s version never goes back', () => `${row.id}: ${String(before?.booking.version)}`)
}

function checkVehicle({ journal }: Place, row: VehicleRow, before: VehicleRow | undefined): void {
  const { vehicle } = row
  if (before === row) return
  hold(journal.wasVehicle(vehicle), 'the mirror holds only what the provider said', () => JSON.stringify(vehicle))
  const isForward = journal.wasRestored() || before === undefined || before.vehicle.version <= vehicle.version
  hold(isForward, 'a row’s version never goes back', () => `${row.id}: ${String(before?.vehicle.version)}`)
}

/** A present favourite must be what the provider sent; for a removed one only the version counts. */
function checkFavourite({ userId, journal }: Place, row: FavouriteRow, before: FavouriteRow | undefined): void {
  const { favourite } = row
  if (before === row) return
  const isSaid = !favourite.is_favourite || journal.wasFavourite(userId, favourite)
  hold(isSaid, 'the mirror holds only what the provider said', () => JSON.stringify(favourite))
  const isForward = journal.wasRestored() || before === undefined || before.favourite.version <= favourite.version
  hold(isForward, 'a row’s version never goes back', () => `${String(row.id)}: ${String(before?.favourite.version)}`)
}

/** A change reported as done stays visible: a list already in transit must not restore the earlier state. */
function checkAcknowledged({ device, userId, journal }: Place, bookings: KnownMirror['bookings']): void {
  for (const row of outboxOf(device, userId)) {
    if (row.state !== 'done' || !('bookingId' in row.command)) continue
    const known = bookings.get(row.command.bookingId)
    const isSeen = known === undefined || known.booking.version >= journal.versionAfter(row.id, known.id)
    hold(isSeen, 'a row’s version never goes back', () => `${row.kind} ${row.id} is done, and not in sight`)
  }
}

/** A list already in transit must not restore what was deleted; a backup may. */
function checkDeleted({ device, userId, journal }: Place, vehicles: KnownMirror['vehicles']): void {
  if (journal.wasRestored()) return
  for (const { state, command } of outboxOf(device, userId)) {
    if (state !== 'done' || command.kind !== 'vehicle.delete') continue
    hold(!vehicles.has(command.vehicleId), 'what was deleted does not come back', () => command.vehicleId)
  }
}

/** Compares the stored rows with those of the previous look, and returns them for the next one. */
export function checkMirror(place: Place, known: KnownMirror): KnownMirror {
  const bookings = new Map(bookingsOf(place.device, place.userId).map((row) => [row.id, row]))
  const vehicles = new Map(vehiclesOf(place.device, place.userId).map((row) => [row.id, row]))
  for (const row of bookings.values()) checkBooking(place, row, known.bookings.get(row.id))
  const favourites = new Map(favouritesOf(place.device, place.userId).map((row) => [row.id, row]))
  for (const row of favourites.values()) checkFavourite(place, row, known.favourites.get(row.id))
  for (const row of vehicles.values()) checkVehicle(place, row, known.vehicles.get(row.id))
  checkAcknowledged(place, bookings)
  checkDeleted(place, vehicles)
  for (const id of known.bookings.keys())
    hold(bookings.has(id) || place.journal.wasRestored(), 'no false delete', () => `booking ${id}`)
  for (const id of known.vehicles.keys())
    hold(
      vehicles.has(id) || place.journal.wasDeleted(id) || place.journal.wasRestored(),
      'no false delete',
      () => `vehicle ${id}`,
    )
  for (const id of known.favourites.keys())
    hold(favourites.has(id) || place.journal.wasRestored(), 'no false delete', () => `favourite ${String(id)}`)
  return { bookings, vehicles, favourites, shop: checkKept(place, known.shop) }
}
