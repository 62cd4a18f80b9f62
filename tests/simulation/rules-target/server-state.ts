import { toVehicleWire } from '../../../provider/repositories/vehicles.ts'
import { toBookingWire } from '../../../provider/rules/booking-wire.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { toUserId } from '../../../src/domain/ids.ts'
import { sumMinor } from '../../../src/domain/money.ts'
import type { ServerState } from '../target.ts'
import { toBookingRow } from './booking-rows.ts'
import type { Memory, StoredBooking, StoredPark, StoredVehicle } from './memory.ts'

/** A row is never changed, only replaced: its wire form is computed once. A booking's has the rules of its park in it. */
const bookings = new WeakMap<StoredBooking, { readonly park: StoredPark; readonly wire: Booking }>()
const vehicles = new WeakMap<StoredVehicle, Vehicle>()

function wireOf(memory: Memory, row: StoredBooking): Booking {
  const park = memory.parks.must(row.park_id)
  const known = bookings.get(row)
  if (known?.park === park) return known.wire
  const wire = toBookingWire(toBookingRow(memory, row))
  bookings.set(row, { park, wire })
  return wire
}

function vehicleOf(row: StoredVehicle): Vehicle {
  const wire = vehicles.get(row) ?? toVehicleWire(row)
  vehicles.set(row, wire)
  return wire
}

const USER_SCOPE = 'user:'

export function stateOf(memory: Memory): ServerState {
  const entries = memory.postings.all().flatMap((posting) => posting.entries)
  const sums = new Map<string | null, number>()
  for (const { walletId, amountMinor } of entries) sums.set(walletId, (sums.get(walletId) ?? 0) + amountMinor)
  return {
    bookings: memory.bookings.all().map((row) => ({ userId: row.user_id, booking: wireOf(memory, row) })),
    vehicles: memory.vehicles.all().map((row) => ({ userId: row.user_id, vehicle: vehicleOf(row) })),
    wallets: memory.wallets.all().map((row) => ({
      userId: row.user_id,
      currency: row.currency,
      balanceMinor: row.balance_minor,
      entriesMinor: sums.get(row.wallet_id) ?? 0,
    })),
    ledgerMinor: sumMinor(entries.map(({ amountMinor }) => amountMinor)),
    keys: memory.keys.all().map(({ scope, key }) => ({ userId: toUserId(scope.slice(USER_SCOPE.length)), key })),
  }
}
