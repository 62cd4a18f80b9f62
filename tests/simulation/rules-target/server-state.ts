import { toFavouriteWire } from '../../../provider/repositories/favourites.ts'
import { toVehicleWire } from '../../../provider/repositories/vehicles.ts'
import { toBookingWire } from '../../../provider/services/booking-wire.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { sumMinor } from '../../../src/domain/money.ts'
import type { CheckInFacts, OwnedBooking, PaymentFacts, ServerState, WithdrawalFacts } from '../target.ts'
import { toBookingRow } from './booking-rows.ts'
import { toFavouriteRow } from './favourite-rows.ts'
import type { Memory, StoredBooking, StoredCheckIn, StoredPark, StoredPayment, StoredVehicle } from './memory.ts'

/**
 * Caches wire forms: a row is replaced instead of changed, so its wire form is computed once. A booking's wire form
 * also depends on its park's rules.
 */
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

function paymentOf({ charges, postings }: Memory, row: StoredPayment): PaymentFacts {
  const charge = charges.find(row.reference)
  const [credit] = postings.find(`top_up:${row.reference}`)?.entries ?? []
  return {
    ...{
      userId: row.user_id,
      reference: row.reference,
      currency: row.currency,
      purpose: row.purpose,
      state: row.state,
      outcome: row.outcome,
    },
    ...{ bookingId: row.booking_id, amountMinor: row.amount_minor, refundedMinor: row.refunded_minor },
    creditedMinor: credit?.amountMinor ?? 0,
    charge:
      charge === undefined
        ? null
        : { status: charge.status, amountMinor: charge.amount_minor, refundedMinor: charge.refunded_minor },
  }
}

const withdrawalsOf = ({ withdrawals }: Memory): readonly WithdrawalFacts[] =>
  withdrawals.all().map((row) => ({
    ...{ userId: row.user_id, id: row.withdrawal_id, state: row.state },
    ...{ amountMinor: row.amount_minor, paidMinor: row.paid_minor },
  }))

const checkInOf = ({ deviceId, nonce, bookingId, direction, at, believedAt, flags }: StoredCheckIn): CheckInFacts => ({
  ...{ deviceId, nonce, bookingId, direction, at, believedAt, flags },
})

const ownedOf = (memory: Memory, row: StoredBooking): OwnedBooking => ({
  ...{ userId: row.user_id, booking: wireOf(memory, row), retainedMinor: row.retained_minor },
})

export function stateOf(memory: Memory): ServerState {
  const entries = memory.postings.all().flatMap((posting) => posting.entries)
  const sums = new Map<string | null, number>()
  for (const { walletId, amountMinor } of entries) sums.set(walletId, (sums.get(walletId) ?? 0) + amountMinor)
  return {
    bookings: memory.bookings.all().map((row) => ownedOf(memory, row)),
    vehicles: memory.vehicles.all().map((row) => ({ userId: row.user_id, vehicle: vehicleOf(row) })),
    favourites: memory.favourites
      .all()
      .map((row) => ({ userId: row.user_id, favourite: toFavouriteWire(toFavouriteRow(memory, row)) })),
    payments: memory.payments.all().map((row) => paymentOf(memory, row)),
    withdrawals: withdrawalsOf(memory),
    checkIns: memory.checkIns.all().map(checkInOf),
    shop: [],
    wallets: memory.wallets.all().map((row) => ({
      userId: row.user_id,
      currency: row.currency,
      balanceMinor: row.balance_minor,
      entriesMinor: sums.get(row.wallet_id) ?? 0,
    })),
    ledgerMinor: sumMinor(entries.map(({ amountMinor }) => amountMinor)),
    keys: memory.keys
      .all()
      .filter(({ withdrawn }) => !withdrawn)
      .map(({ scope, key }) => ({ scope, key })),
  }
}
