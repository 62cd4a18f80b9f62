import { readBookings } from '../../../src/db/read/bookings.ts'
import { readVehicles } from '../../../src/db/read/vehicles.ts'
import { readWallet } from '../../../src/db/read/wallet.ts'
import { readPending } from '../../../src/outbox/read.ts'
import type { ServerState } from '../target.ts'
import type { Tab } from '../world/tab.ts'
import { asRead } from './journal.ts'
import { hold } from './violation.ts'

const REST = 'at rest the view equals the provider’s state'

const byId = (rows: readonly (readonly [string, unknown])[]): string =>
  JSON.stringify(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** What a screen of this tab would show now, against what the provider has. */
export async function checkAtRest(tab: Tab, userId: string, state: ServerState): Promise<void> {
  const { dbs } = tab.phone
  const pending = await readPending(dbs)
  hold(pending.length === 0, 'with a healthy network the queue empties', () => JSON.stringify(pending))
  const shown = byId((await readBookings(dbs)).value.map((row) => [row.booking_id, row]))
  const own = state.bookings.filter((row) => row.userId === userId)
  const booked = byId(own.map(({ booking }) => [booking.booking_id, asRead.booking(booking)]))
  hold(shown === booked, REST, () => `bookings ${shown}\n  provider ${booked}`)
  const cars = byId((await readVehicles(dbs)).value.map((row) => [row.id, row]))
  const has = state.vehicles.filter((row) => row.userId === userId)
  const kept = byId(has.map(({ vehicle }) => [vehicle.id, asRead.vehicle(vehicle)]))
  hold(cars === kept, REST, () => `vehicles ${cars}\n  provider ${kept}`)
  const wallet = await readWallet('CAD', dbs)
  const balance = state.wallets.find((row) => row.userId === userId)?.balanceMinor
  hold(wallet.value?.balance === balance, REST, () => `wallet ${JSON.stringify(wallet)}, provider ${String(balance)}`)
}
