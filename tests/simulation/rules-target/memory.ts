import type { TariffWire, TaxWire } from '../../../src/contract/tariff.ts'
import type { BookingId, ParkId, UserId } from '../../../src/domain/ids.ts'
import type { ParkProblem } from '../../../src/domain/park-problem.ts'
import type { Currency } from '../../../src/domain/money.ts'
import type { FavouriteRow } from '../../../provider/repositories/favourites.ts'
import type { BookingRow } from '../../../provider/repositories/bookings.ts'
import type { CheckIn } from '../../../provider/repositories/check-ins.ts'
import type { StoredAnswer } from '../../../provider/repositories/idempotency.ts'
import type { AttendantDevice, PairingRow } from '../../../provider/repositories/pairing.ts'
import type { PaymentRow } from '../../../provider/repositories/payments.ts'
import type { SandboxCharge } from '../../../provider/repositories/sandbox-charges.ts'
import type { RefundRow, WithdrawalRow } from '../../../provider/repositories/withdrawals.ts'
import type { ParkRow } from '../../../provider/repositories/park-row.ts'
import type { UserRow } from '../../../provider/repositories/users.ts'
import type { VehicleRow } from '../../../provider/repositories/vehicles.ts'
import type { RateVersion } from '../../../provider/rules/price-stay.ts'
import type { IsShown } from './late-factors.ts'
import { type Journal, Table } from './tables.ts'

export interface StoredRate {
  readonly tariff: TariffWire
  readonly taxes: TaxWire[]
  /** The same rate, as the rules read it. */
  readonly version: RateVersion
  readonly supersededMs: number | null
}

/** `rates` is in order of creation; the last one is in force. */
export interface StoredPark extends Omit<ParkRow, 'id' | 'tariff' | 'taxes' | 'taken' | 'rating'> {
  readonly id: ParkId
  readonly rates: readonly StoredRate[]
}

export interface StoredVehicle extends VehicleRow {
  readonly user_id: UserId
  readonly created_at: number
}

export interface StoredFavourite extends Omit<FavouriteRow, 'name' | 'slug' | 'address'> {
  readonly user_id: UserId
}

export type StoredBooking = Omit<
  BookingRow,
  'park' | 'event' | 'review' | 'receipt_number' | 'booked_rate' | 'payer_name' | 'own_overstay_minor'
>

export interface StoredWallet {
  readonly wallet_id: string
  readonly user_id: UserId
  readonly currency: Currency
  readonly balance_minor: number
}

export type PostingKind = 'booking' | 'extension' | 'refund' | 'top_up' | 'welcome_credit' | 'withdrawal' | 'adjustment'

export interface Entry {
  readonly id: number
  /** `wallet`, `park:<id>`, `held`, `gateway:<name>`, `fees`, `tax`, `promo`. */
  readonly account: string
  readonly walletId: string | null
  readonly amountMinor: number
  readonly balanceAfter: number | null
}

/** Written once with all its entries, which sum to zero. */
export interface Posting {
  readonly key: string
  readonly kind: PostingKind
  readonly currency: Currency
  readonly bookingId: BookingId | null
  readonly createdMs: number
  readonly entries: readonly Entry[]
}

export interface StoredFamily {
  readonly userId: UserId
  readonly createdMs: number
  readonly revokedMs: number | null
}

export interface StoredToken {
  readonly familyId: string
  readonly expiresMs: number
  readonly usedMs: number | null
  readonly usedKey: string | null
  readonly successorHash: string | null
  readonly successorNonce: string | null
}

export interface StoredKey extends StoredAnswer {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
  readonly createdMs: number
  readonly withdrawn: boolean
}

export type StoredPayment = Omit<PaymentRow, 'booking_code' | 'order_code'>

export interface StoredRefund extends RefundRow {
  readonly withdrawal_id: string
}

export interface StoredDevice extends Omit<AttendantDevice, 'parks'> {
  readonly token_hash: string
  readonly park_ids: readonly number[]
}

export interface StoredCheckIn extends CheckIn {
  /** In order of arrival. */
  readonly id: number
}

/** A driver's report; the latest one of a booking comes last. */
export interface StoredProblem {
  readonly kind: ParkProblem
  readonly bookingId: BookingId | null
  readonly createdMs: number
}

export interface StoredNoSpaceRefund {
  readonly bookingId: BookingId
  readonly userId: UserId
  readonly plates: readonly string[]
  readonly refundedMs: number
}

/** The migrations' tables that the store's functions and the statements of `memory-statements.ts` use. */
interface Tables {
  readonly users: Table<UserId, UserRow>
  readonly families: Table<string, StoredFamily>
  readonly tokens: Table<string, StoredToken>
  readonly vehicles: Table<string, StoredVehicle>
  readonly favourites: Table<string, StoredFavourite>
  readonly parks: Table<ParkId, StoredPark>
  readonly bookings: Table<BookingId, StoredBooking>
  readonly wallets: Table<string, StoredWallet>
  /** Keyed by a running number. */
  readonly freeCancellations: Table<number, { readonly userId: UserId; readonly cancelledMs: number }>
  readonly postings: Table<string, Posting>
  readonly keys: Table<string, StoredKey>
  readonly payments: Table<string, StoredPayment>
  /** The sandbox gateway's own records. */
  readonly charges: Table<string, SandboxCharge>
  readonly webhooks: Table<string, { readonly event: string }>
  readonly withdrawals: Table<string, WithdrawalRow>
  readonly refunds: Table<string, StoredRefund>
  readonly pairings: Table<string, PairingRow>
  readonly devices: Table<string, StoredDevice>
  readonly checkIns: Table<string, StoredCheckIn>
  readonly attempts: Table<string, { readonly count: number; readonly resetsMs: number }>
  readonly secrets: Table<string, { readonly value: string }>
  readonly problems: Table<string, StoredProblem>
  /** Keyed by a running number. */
  readonly noSpaceRefunds: Table<number, StoredNoSpaceRefund>
}

export interface Memory extends Tables {
  readonly journal: Journal
  readonly isFactorShown: IsShown
}

const TABLES = [
  ...(['users', 'families', 'tokens', 'vehicles', 'parks', 'bookings', 'wallets', 'postings', 'keys'] as const),
  ...(['freeCancellations', 'favourites'] as const),
  ...(['payments', 'charges', 'webhooks', 'withdrawals', 'refunds'] as const),
  ...(['pairings', 'devices', 'checkIns', 'attempts', 'secrets'] as const),
  ...(['problems', 'noSpaceRefunds'] as const),
] as const satisfies readonly (keyof Tables)[]

export function createMemory(isFactorShown: IsShown): Memory {
  const journal: Journal = { undo: undefined }
  const tables = Object.fromEntries(TABLES.map((name) => [name, new Table(journal)])) as unknown as Tables
  return { journal, isFactorShown, ...tables }
}

/** Every row of every table. */
export type Backup = ReadonlyMap<string, ReadonlyMap<unknown, object>>

export const backUp = (memory: Memory): Backup => new Map(TABLES.map((name) => [name, memory[name].copy()]))

export function restoreFrom(memory: Memory, backup: Backup): void {
  for (const name of TABLES) (memory[name] as Table<unknown, object>).restore(backup.get(name) ?? new Map())
}

/** Normalises like a uuid column, which accepts any case and returns lower case. */
export const toUuid = <Id extends string>(text: Id): Id => text.toLowerCase() as Id

export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
