import { readBookings } from '../../../src/db/read/bookings.ts'
import { readFavourites } from '../../../src/db/read/favourites.ts'
import { readVehicles } from '../../../src/db/read/vehicles.ts'
import { readWallet } from '../../../src/db/read/wallet.ts'
import { isDraft, readPending } from '../../../src/outbox/read.ts'
import type { OwnedBooking, ServerState } from '../target.ts'
import type { Tab } from '../world/tab.ts'
import { asRead } from './journal.ts'
import { hold } from './violation.ts'

const REST = 'at rest the view equals the provider’s state'

type Rows = ReadonlyMap<string, object>

const fieldsThatDiffer = (a: object = {}, b: object = {}): string =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((name) => [name, JSON.stringify(a[name as never]), JSON.stringify(b[name as never])] as const)
    .filter(([, shown, kept]) => shown !== kept)
    .map(([name, shown, kept]) => `${name} ${shown}, provider ${kept}`)
    .join('; ')

function checkSame(what: string, shown: Rows, kept: Rows): void {
  for (const id of new Set([...shown.keys(), ...kept.keys()])) {
    const difference = fieldsThatDiffer(shown.get(id), kept.get(id))
    hold(difference === '', REST, () => `${what} ${id}: ${difference}`)
  }
}

/** A space held for a payment is not a booking yet. */
const isListed = ({ booking }: OwnedBooking): boolean => (booking.hold_until ?? null) === null

/** Compares what the screens of this tab would show with what the provider has. */
export async function checkAtRest(tab: Tab, userId: string, state: ServerState): Promise<void> {
  const { dbs } = tab.phone
  // Drafts wait for a tap, even with a network.
  const pending = (await readPending(dbs)).filter((row) => !isDraft(row))
  hold(pending.length === 0, 'with a healthy network the queue empties', () => JSON.stringify(pending))
  const shown = (await readBookings(dbs)).value.map((row) => [row.booking_id, row] as const)
  const booked = state.bookings
    .filter((row) => row.userId === userId && isListed(row))
    .map(({ booking }) => [booking.booking_id, asRead.booking(booking)] as const)
  checkSame('booking', new Map(shown), new Map(booked))
  const cars = (await readVehicles(dbs)).value.map((row) => [row.id, row] as const)
  const kept = state.vehicles
    .filter((row) => row.userId === userId)
    .map(({ vehicle }) => [vehicle.id, asRead.vehicle(vehicle)] as const)
  checkSame('vehicle', new Map(cars), new Map(kept))
  const favourites = (await readFavourites(dbs)).value.map((row) => [String(row.park_id), row] as const)
  const keptParks = state.favourites
    .filter((row) => row.userId === userId && row.favourite.is_favourite)
    .map(({ favourite }) => [String(favourite.park_id), asRead.favourite(favourite)] as const)
  checkSame('favourite', new Map(favourites), new Map(keptParks))
  const wallet = await readWallet('CAD', dbs)
  const balance = state.wallets.find((row) => row.userId === userId && row.currency === 'CAD')?.balanceMinor
  hold(wallet.value?.balance === balance, REST, () => `wallet ${JSON.stringify(wallet)}, provider ${String(balance)}`)
}
