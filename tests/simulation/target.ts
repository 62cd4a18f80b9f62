import type { SessionWire } from '../../src/contract/auth.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import type { ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'

/** What the simulated world stands on: the real rules over memory, or the real app on PostgreSQL. One request at a time, in the seed's order. */
export interface SimulationTarget {
  readonly name: 'rules' | 'app'
  /** Fresh parks and users for one seed. Nothing of another seed is seen through it. */
  open(seed: SeedSetup): Promise<SeedServer>
  close(): Promise<void>
}

export interface SeedSetup {
  readonly seed: number
  /** How many verified drivers in Canada, each with an open CAD wallet. */
  readonly users: number
  /** Capacity of each park to make, in this order. */
  readonly capacities: readonly number[]
  /** Minor units in each driver's wallet at the start, posted like a welcome credit. */
  readonly balanceMinor: number
  /** The provider's clock; it never jumps back. */
  readonly now: () => Instant
  /** 0 to below 1: whatever the provider draws in this seed (ids, codes) may come from here. */
  readonly random: () => number
}

/** C$2 each started half hour, no cap, C$0.50 service at the start (`UNIT_PRICE_MINOR`, `SERVICE_MINOR`). */
export interface SeedPark {
  readonly id: ParkId
  readonly slug: string
  readonly name: string
  readonly capacity: number
  readonly currency: Currency
  readonly zone: string
}

export interface SeedUser {
  readonly id: UserId
  readonly email: string
}

export const UNIT_PRICE_MINOR = 200
export const SERVICE_MINOR = 50
/** Version of the tariff that a park opens with; `raiseTariff` makes `v2`, `v3` and so on. */
export const FIRST_TARIFF_VERSION = 'v1'

export interface SeedServer {
  readonly parks: readonly SeedPark[]
  readonly users: readonly SeedUser[]
  /** A wire request (method, path under /api/v1, headers, JSON body) to a wire answer, exactly as the app would answer it. */
  fetch(request: Request): Promise<Response>
  /** A session as a fresh sign-in gives it: access token for 15 minutes, refresh token for 30 days, no password hashing. */
  signIn(userId: UserId): Promise<SessionWire>
  /** Every refresh token of the driver is worthless from now on; access tokens live until they expire. */
  revokeSessions(userId: UserId): Promise<void>
  /** From now on an unit costs this much at the park, under the next tariff version. */
  raiseTariff(parkId: ParkId, unitPriceMinor: number): Promise<void>
  /** An adjustment in the ledger that leaves exactly this balance. */
  setBalance(userId: UserId, balanceMinor: number): Promise<void>
  setDisabled(userId: UserId, isDisabled: boolean): Promise<void>
  /** As a backup: all rows of this seed, keys included. Undefined where the target cannot. */
  readonly snapshot?: () => Promise<Snapshot>
  readonly restore?: (snapshot: Snapshot) => Promise<void>
  /** All that the oracle compares. Cheap on the rules target: it is asked around every write. */
  inspect(): Promise<ServerState>
}

/** What a target needs to go back; nobody else looks into it. */
export type Snapshot = { readonly taken: unknown }

export interface OwnedBooking {
  readonly userId: UserId
  /** As `GET /bookings/list` answers it. */
  readonly booking: Booking
}

export interface OwnedVehicle {
  readonly userId: UserId
  readonly vehicle: Vehicle
}

export interface WalletState {
  readonly userId: UserId
  readonly currency: Currency
  readonly balanceMinor: number
  /** Sum of the wallet's ledger entries. */
  readonly entriesMinor: number
}

export interface ServerState {
  readonly bookings: readonly OwnedBooking[]
  readonly vehicles: readonly OwnedVehicle[]
  readonly wallets: readonly WalletState[]
  /** Sum of all entries of all accounts of this seed's postings: zero, always. */
  readonly ledgerMinor: number
  /** Stored answers, by whose key it is. */
  readonly keys: readonly { readonly userId: UserId; readonly key: string }[]
}
