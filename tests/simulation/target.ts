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

/**
 * What a simulated world runs on: the real rules over memory, or the real app on PostgreSQL. Handles one request at a
 * time, in the seed's order.
 */
export interface SimulationTarget {
  readonly name: 'rules' | 'app'
  /**
   * Whether its worlds have a shop: the rules target has none, because all of the shop's statements would have to be
   * written twice.
   */
  readonly hasShop: boolean
  /** Opens fresh parks and users for one seed, isolated from other seeds. */
  open(seed: SeedSetup): Promise<SeedServer>
  close(): Promise<void>
}

export interface SeedSetup {
  readonly seed: number
  /** Number of verified drivers in Canada, each with an open CAD wallet. */
  readonly users: number
  /** Capacities of the parks to create, in this order. */
  readonly capacities: readonly number[]
  /** Initial balance of each driver's wallet in minor units, posted like a welcome credit. */
  readonly balanceMinor: number
  /** The provider's clock; never goes back. */
  readonly now: () => Instant
  /** From 0 to below 1: source of the provider's ids and codes in this seed. */
  readonly random: () => number
  /** Undefined for no limits. Also without limits when the target cannot count requests. */
  readonly limits?: RequestLimits | undefined
}

/** Requests a minute; 0 for no limit. */
export interface RequestLimits {
  /** All phones of a world share one address, as behind a carrier's NAT. */
  readonly perAddress: number
  readonly perUser: number
}

/** C$2 per started half hour, no cap, C$0.50 service fee at the start (`UNIT_PRICE_MINOR`, `SERVICE_MINOR`). */
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
/** Tariff version of a new park; `raiseTariff` creates `v2`, `v3` and so on. */
export const FIRST_TARIFF_VERSION = 'v1'

/** How one request is handled. */
export interface Handling {
  /**
   * Called once the request has claimed its key; the request continues when the returned promise resolves. Until then
   * its twins are in progress.
   */
  readonly think?: (() => Promise<void> | undefined) | undefined
}

/** The parts of a tariff other than its price. */
export interface MoreOfTariff {
  readonly reentryMinutes?: number
  /** Omitted for the default policy. */
  readonly refundPolicy?: RefundPolicy | undefined
}

export interface SeedServer {
  readonly parks: readonly SeedPark[]
  readonly users: readonly SeedUser[]
  /** Undefined when the target has none. */
  readonly shop?: Shop
  /**
   * Answers a wire request (method, path, headers, JSON body) exactly as the app would. A target that cannot delay a
   * request ignores `think`.
   */
  fetch(request: Request, handling?: Handling): Promise<Response>
  /**
   * Starts a session like a fresh sign-in: access token for 15 minutes, refresh token for 30 days, no password hashing.
   */
  signIn(userId: UserId): Promise<SessionWire>
  /** Invalidates every refresh token of the driver; access tokens stay valid until they expire. */
  revokeSessions(userId: UserId): Promise<void>
  /** Sets the park's unit price from now on, under the next tariff version. */
  raiseTariff(parkId: ParkId, unitPriceMinor: number, more?: MoreOfTariff): Promise<void>
  /** Postpones the shop's event by this many days. Undefined when there is no shop. */
  readonly moveEvent?: (days: number) => Promise<void>
  /** Moves the drivers' open document renewals, as an operator does. Undefined when there is no shop. */
  readonly moveRenewals?: (stage: RenewalStage) => Promise<void>
  /** Reads the event as its page does. */
  readonly readEvent?: () => Promise<EventDetail>
  /** Adjusts the ledger so that the wallet has exactly this balance. */
  setBalance(userId: UserId, balanceMinor: number): Promise<void>
  setDisabled(userId: UserId, isDisabled: boolean): Promise<void>
  /** Creates a one-time code for an attendant's phone that may act for these parks. */
  makePairing(parkIds: readonly ParkId[]): Promise<string>
  /** Runs one round of the provider's jobs: abandoned payments, withdrawals, expired holds, old keys. */
  runJobs(): Promise<void>
  /** When the next job is due, epoch milliseconds. */
  nextJobMs(): Promise<number | undefined>
  /** Backs up all rows of this seed, keys included. Undefined when the target cannot. */
  readonly snapshot?: () => Promise<Snapshot>
  readonly restore?: (snapshot: Snapshot) => Promise<void>
  /** Returns everything the oracle compares. Cheap on the rules target, because it is called around every write. */
  inspect(): Promise<ServerState>
}

/** Opaque outside of the target that took it. */
export type Snapshot = { readonly taken: unknown }

export interface OwnedBooking {
  readonly userId: UserId
  /** As in `GET /bookings/list`; includes held bookings, which the list leaves out. */
  readonly booking: Booking
  /** Final cost of earlier, cancelled periods. */
  readonly retainedMinor: number
}

export interface OwnedVehicle {
  readonly userId: UserId
  readonly vehicle: Vehicle
}

/** Includes removed favourites, which only keep their version. */
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
  /** What the ledger has credited for it. */
  readonly creditedMinor: number
  /** The gateway's own record of it; null when the gateway has none. */
  readonly charge: { readonly status: string; readonly amountMinor: number; readonly refundedMinor: number } | null
}

export interface WithdrawalFacts {
  readonly userId: UserId
  readonly id: string
  readonly state: 'requested' | 'paying' | 'paid' | 'refused' | 'cancelled'
  readonly amountMinor: number
  readonly paidMinor: number
}

/** An entry or exit uploaded by an attendant's phone. */
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
  /** For all drivers. */
  readonly shop: readonly ShopThing[]
  /** Sum of all entries of all accounts in this seed's postings; always zero. */
  readonly ledgerMinor: number
  /** Stored answers by the scope of their key: `user:<id>` or `device:<id>`. */
  readonly keys: readonly { readonly scope: string; readonly key: string }[]
}
