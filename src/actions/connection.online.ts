import type { ApiError } from '../api/api-error.ts'
import type { Booking } from '../contract/bookings.ts'
import type { Currency } from '../domain/money.ts'
import type { LatLng } from '../lib/cell.ts'
import { ok, type Result } from '../lib/result.ts'
import type { Connection } from '../signals/connection.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { probe } from '../sync/probe.ts'
import { pullBooking, pullBookings } from '../sync/pull/pull-bookings.ts'
import { pullFavourites } from '../sync/pull/pull-favourites.ts'
import { pullPark, pullParks } from '../sync/pull/pull-parks.ts'
import { pullVehicles } from '../sync/pull/pull-vehicles.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import type { ActionError } from './failures.ts'
import { attempt, attemptAsUser } from './requests.online.ts'

/** Probes the provider now. */
export const checkConnection = (phone: AppContext = appContext): Promise<Connection> => probe(phone)

type Refreshed = Promise<Result<null, ActionError>>

/** The mirror delivers the rows to the screens; the caller only learns whether they arrived. */
const quietly = async (pull: Promise<Result<unknown, ApiError>>): Promise<Result<null, ApiError>> => {
  const result = await pull
  return result.ok ? ok(null) : result
}

export const refreshBookings = (phone: AppContext = appContext): Refreshed =>
  attemptAsUser(phone, (userId) => quietly(pullBookings(phone, userId)))

/** An unknown booking or another driver's is refused with `booking_not_found`. */
export const refreshBooking = (code: string, phone: AppContext = appContext): Promise<Result<Booking, ActionError>> =>
  attemptAsUser(phone, (userId) => pullBooking(phone, userId, code))

export const refreshVehicles = (phone: AppContext = appContext): Refreshed =>
  attemptAsUser(phone, (userId) => quietly(pullVehicles(phone, userId)))

export const refreshFavourites = (phone: AppContext = appContext): Refreshed =>
  attemptAsUser(phone, (userId) => quietly(pullFavourites(phone, userId)))

export const refreshWallet = (currency: Currency, phone: AppContext = appContext): Refreshed =>
  attemptAsUser(phone, (userId) => pullWallet(phone, userId, { currency }))

/** Like `loadPark`, without recording a visit. */
export const refreshPark = (slug: string, phone: AppContext = appContext): Refreshed =>
  attempt(phone, () => quietly(pullPark(phone, slug)))

/** Like `findParks`, without recording a search. */
export const refreshParksNear = (at: LatLng, phone: AppContext = appContext): Refreshed =>
  attempt(phone, () => quietly(pullParks(phone, { lat: at.lat, lng: at.lng })))
