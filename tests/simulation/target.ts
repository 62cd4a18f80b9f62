import type { SessionWire } from '../../src/contract/auth.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import type { Favourite } from '../../src/contract/favourites.ts'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import type { CheckInFlag, Direction } from '../../src/domain/check-in.ts'
import type { RenewalStage } from '../../src/domain/document-kinds.ts'
import type { PaymentState } from '../../src/domain/payment.ts'
import type { BookingId, ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { RefundPolicy } from '../../src/domain/tariff-types.ts'
import type { Shop, ShopThing } from './shop-thing.ts'

/** What the simulated world stands on: the real rules over memory, or the real app on PostgreSQL. One request at a time, in the seed's order. */
export interface SimulationTarget {
  readonly name: 'rules' | 'app'
  /** Whether its worlds have a shop: the rules target has none, since all of its statements would be written a second time. */
  readonly hasShop: boolean
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
  /** Undefined: as many requests as anybody likes. A target that cannot count them has no limits. */
  readonly limits?: RequestLimits | undefined
}

/** Requests a minute, 0 for as many as one likes. */
export interface RequestLimits {
  /** All phones of a world share one: a carrier's. */
  readonly perAddress: number
  readonly perUser: number
}

/** C$2 each started half hour, no cap, C$0.50 service at the start (`UNIT_PRICE_MINOR`, `SERVICE_MINOR`). */
export interface SeedPark {
  readonly id: ParkId
  readonly code: string
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

/** How one request is handled. */
export interface Handling {
  /** Called once the request has claimed its key: it goes on when what it returns has resolved. Its twins are in progress until then. */
  readonly think?: (() => Promise<void> | undefined) | undefined
}

/** What of a tariff is not its price. */
export interface MoreOfTariff {
  readonly reentryMinutes?: number
  /** Missing: the usual one. */
  readonly refundPolicy?: RefundPolicy | undefined
}

export interface SeedServer {
  readonly parks: readonly SeedPark[]
  readonly users: readonly SeedUser[]
  /** Undefined where the target has none. */
  readonly shop?: Shop
  /**
   * A wire request (method, path, headers, JSON body) to a wire answer, exactly as the app would answer it. A target that cannot
   * hold a request up ignores `think`.
   */
  fetch(request: Request, handling?: Handling): Promise<Response>
  /** A session as a fresh sign-in gives it: access token for 15 minutes, refresh token for 30 days, no password hashing. */
  signIn(userId: UserId): Promise<SessionWire>
  /** Every refresh token of the driver is worthless from now on; access tokens live until they expire. */
  revokeSessions(userId: UserId): Promise<void>
  /** From now on an unit costs this much at the park, under the next tariff version. */
  raiseTariff(parkId: ParkId, unitPriceMinor: number, more?: MoreOfTariff): Promise<void>
  /** The event of the shop, to so many days later. Undefined where there is no shop. */
  readonly moveEvent?: (days: number) => Promise<void>
  /** An operator moves what is under way of the drivers' documents. Undefined where there is no shop. */
  readonly moveRenewals?: (stage: RenewalStage) => Promise<void>
  /** As its page asks for it. */
  readonly readEvent?: () => Promise<EventDetail>
  /** An adjustment in the ledger that leaves exactly this balance. */
  setBalance(userId: UserId, balanceMinor: number): Promise<void>
  setDisabled(userId: UserId, isDisabled: boolean): Promise<void>
  /** A one-time code for an attendant's phone that may act for these parks. */
  makePairing(parkIds: readonly ParkId[]): Promise<string>
  /** One round of the provider's jobs: payments nobody came back for, withdrawals, holds that ran out, old keys. */
  runJobs(): Promise<void>
  /** When a job has something to do next, epoch milliseconds. */
  nextJobMs(): Promise<number | undefined>
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
  /** As `GET /bookings/list` answers it; one that is only held too, which the list leaves out. */
  readonly booking: Booking
  /** What earlier, cancelled periods have cost for good. */
  readonly retainedMinor: number
}

export interface OwnedVehicle {
  readonly userId: UserId
  readonly vehicle: Vehicle
}

/** Also one that was let go: what is left of it is its version. */
export interface OwnedFavourite {
  readonly userId: UserId
  readonly favourite: Favourite
}

export interface WalletState {
  readonly userId: UserId
  readonly currency: Currency
  readonly balanceMinor: number
  /** Sum of the wallet's ledger entries. */
  readonly entriesMinor: number
}

export interface PaymentFacts {
  readonly userId: UserId
  readonly reference: string
  readonly purpose: 'top_up' | 'booking' | 'order'
  readonly state: PaymentState
  readonly outcome: 'credited' | 'booked' | null
  readonly currency: Currency
  readonly bookingId: BookingId | null
  readonly amountMinor: number
  readonly refundedMinor: number
  /** What the ledger credited for it. */
  readonly creditedMinor: number
  /** What the gateway's own books say: null where it never heard of it. */
  readonly charge: { readonly status: string; readonly amountMinor: number; readonly refundedMinor: number } | null
}

export interface WithdrawalFacts {
  readonly userId: UserId
  readonly id: string
  readonly state: 'requested' | 'paying' | 'paid' | 'refused' | 'cancelled'
  readonly amountMinor: number
  readonly paidMinor: number
}

/** An entry or exit that an attendant's phone has handed over. */
export interface CheckInFacts {
  readonly deviceId: string
  readonly nonce: string
  readonly bookingId: BookingId | null
  readonly direction: Direction
  readonly at: Instant
  readonly believedAt: Instant
  readonly flags: readonly CheckInFlag[]
}

export interface ServerState {
  readonly bookings: readonly OwnedBooking[]
  readonly vehicles: readonly OwnedVehicle[]
  readonly favourites: readonly OwnedFavourite[]
  readonly wallets: readonly WalletState[]
  readonly payments: readonly PaymentFacts[]
  readonly withdrawals: readonly WithdrawalFacts[]
  readonly checkIns: readonly CheckInFacts[]
  /** Of all drivers. */
  readonly shop: readonly ShopThing[]
  /** Sum of all entries of all accounts of this seed's postings: zero, always. */
  readonly ledgerMinor: number
  /** Stored answers by whose key it is: `user:<id>` or `device:<id>`. */
  readonly keys: readonly { readonly scope: string; readonly key: string }[]
}
