import type { Database, Queryable } from '../db/database.ts'
import { findAlternatives, findBookablePark, findOwnVehicle } from './bookable-parks.ts'
import {
  bookParking,
  cancelBooking,
  changePlate,
  extendBooking,
  findBookAgainTime,
  moveBooking,
  payOverstay,
  renewBooking,
  shortenBooking,
} from './booking-writes.ts'
import { findBookingByCode, listBookings, lockBooking, mustBooking } from './bookings.ts'
import { findPayingCompany, isCompanyPlate } from './companies.ts'
import { findCoupon } from './coupons.ts'
import { keepEventBooking } from './event-bookings.ts'
import { findEvent } from './events.ts'
import { findFavourite, listFavourites, writeFavourite } from './favourites.ts'
import { beginIdempotent, lookAtRequest, refuseRequest, storeAnswer, withdrawRequest } from './idempotency.ts'
import { insertNoSpaceRefund, readNoSpaceHistory } from './no-space.ts'
import { listParks, listParksNear } from './park-search.ts'
import { listLaterStays, listStaysBeside, lockPark } from './previous-stays.ts'
import { listPlanPeriods } from './subscriptions.ts'
import { countTaken, findPark, listParksOfCells } from './parks.ts'
import { findProduct } from './products.ts'
import { findBearer, lockRefreshToken, revokeByToken, revokeFamily, rotateToken } from './sessions.ts'
import { findUser, lockUser, updateProfile } from './users.ts'
import { deleteVehicle, findVehicle, insertVehicle, listVehicles, makeDefault, updateVehicle } from './vehicles.ts'
import { findWallet, listTransactions, openWallet } from './wallet.ts'

/** The PostgreSQL implementations that bookings, vehicles, parks, wallet and sessions use. */
const STATEMENTS = {
  ...{ findUser, lockUser, updateProfile },
  ...{ findBearer, lockRefreshToken, rotateToken, revokeFamily, revokeByToken },
  ...{ listVehicles, findVehicle, findOwnVehicle, insertVehicle, updateVehicle, deleteVehicle, makeDefault },
  ...{ listFavourites, findFavourite, writeFavourite },
  ...{ findPark, listParks, listParksNear, listParksOfCells, countTaken, findBookablePark, findAlternatives },
  ...{ listBookings, findBookingByCode, lockBooking, mustBooking },
  ...{ listLaterStays, listStaysBeside, lockPark },
  ...{ bookParking, extendBooking, renewBooking, cancelBooking, changePlate, findBookAgainTime },
  ...{ readNoSpaceHistory, insertNoSpaceRefund },
  ...{ payOverstay, shortenBooking, moveBooking },
  ...{ findEvent, keepEventBooking, findCoupon, findPayingCompany, isCompanyPlate, findProduct, listPlanPeriods },
  ...{ openWallet, findWallet, listTransactions },
  ...{ beginIdempotent, storeAnswer, lookAtRequest, withdrawRequest, refuseRequest },
} as const

type Statements = typeof STATEMENTS
type Bound<F> = F extends (db: Queryable, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never

/**
 * The repository functions without their connection argument, as routes and rules use them. Outside a transaction each
 * call is independent; inside one they all take effect together or not at all.
 */
export type Rows = { readonly [Name in keyof Statements]: Bound<Statements[Name]> }

export interface Store extends Rows {
  /** Runs `work` in one transaction. It may be retried from the start, and has no effect when it throws. */
  transaction<T>(work: (tx: Rows) => Promise<T>): Promise<T>
}

/** Binds the functions to a connection; SQL code can use `rowsOf(tx)` in its own transaction. */
export const rowsOf = (db: Queryable): Rows =>
  Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, run]) => [
      name,
      (...rest: readonly unknown[]) => (run as (db: Queryable, ...rest: readonly unknown[]) => unknown)(db, ...rest),
    ]),
  ) as unknown as Rows

/**
 * `reads` answers searches and tiles outside transactions and may be some seconds stale (db/replica.ts). A single park
 * is read from `db`, because a phone fetches it right after booking.
 */
export const createSqlStore = (db: Database, reads: Queryable = db): Store => ({
  ...rowsOf(db),
  listParks: (...rest) => listParks(reads, ...rest),
  listParksNear: (...rest) => listParksNear(reads, ...rest),
  listParksOfCells: (...rest) => listParksOfCells(reads, ...rest),
  transaction: (work) => db.transaction((tx) => work(rowsOf(tx))),
})
