import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { User } from '../contract/auth.ts'
import type { Post } from '../contract/blog.ts'
import type { Booking } from '../contract/bookings.ts'
import type { ParkingEvent } from '../contract/events.ts'
import type { Product } from '../contract/marketplace.ts'
import type { Referral } from '../contract/referrals.ts'
import type { Order } from '../contract/orders.ts'
import type { Gift } from '../contract/gifts.ts'
import type { Favourite } from '../contract/favourites.ts'
import type { Park } from '../contract/parks.ts'
import type { PassKeys, SignKeyWire } from '../contract/pass-keys.ts'
import type { AutoTopUp, Receipt } from '../contract/payments.ts'
import type { PackRegionWire } from '../contract/packs.ts'
import type { CountryWire, StateWire } from '../contract/places.ts'
import type { TileRegionWire } from '../contract/tiles.ts'
import type { Documents } from '../contract/documents-page.ts'
import type { Vehicle } from '../contract/vehicles.ts'
import type { Transaction, Wallet } from '../contract/wallet.ts'
import type { BlockRow, BlockStartsRow, BlockWordsRow, RevisionRow } from './block-rows.ts'
import { blocksOfTiles } from './blocks-of-tiles.ts'
import type { Cart } from './kept-cart.ts'
import type { KeptCompanies, KeptOfPark, KeptPlans } from './kept-lists.ts'
import type { KeptEvent } from './kept-event.ts'
import { gatherRequests } from './gather-requests.ts'
import type { OutboxOwner, OutboxRow } from './outbox-row.ts'
import type { ParkedRow } from './parked-row.ts'
import type { PaymentRow } from './payment-row.ts'
import type { RecentRow } from './recent-row.ts'
import type { DocumentDraft, ScanRow } from './scan-row.ts'
import type { PackFileRow, RegionChoices, RegionRow, StagedFileRow } from './region-row.ts'
import type { TileRow } from './tile-row.ts'

/** Wall-clock time at which the provider's answer was stored, epoch milliseconds. */
export type SavedAt = number

/** A park as screens get it, with the age of its row: each price can say how old it is. */
export type KeptPark = Park & { readonly savedAt: SavedAt }

export type { RecentRow, RecentSearch } from './recent-row.ts'
export type { SavedPark, TileRow } from './tile-row.ts'

/** When a whole list was last pulled, such as `bookings` or `transactions:CAD`. */
export interface SavedRow extends KeptPlans, KeptCompanies, KeptOfPark {
  readonly key: string
  readonly savedAt: SavedAt
  /** Of a driver's own list: where the pull began that brought it, and where it landed. */
  readonly landed?: { readonly since: number; readonly seq: number }
  /** The blog and areas with streets have no tables: they are read whole. */
  readonly posts?: readonly Post[]
  readonly regions?: readonly TileRegionWire[]
  /** The keys of signs: no table, they are few and come whole. */
  readonly signKeys?: readonly SignKeyWire[]
  /** A country's events to come, soonest first. */
  readonly events?: readonly ParkingEvent[]
  /** Gifts that a driver bought, newest first: no table, they are few. */
  readonly gifts?: readonly Gift[]
  /** The driver's code and what it gave. */
  readonly referral?: Referral
  /** One event that was opened. */
  readonly event?: KeptEvent
  /** What a country's marketplace sells. */
  readonly products?: readonly Product[]
  /** What the driver is about to order in a country. */
  readonly cart?: Cart
  /** A driver's own, newest first: no table, they are few. */
  readonly orders?: readonly Order[]
  /** Of the driver's vehicles. */
  readonly documents?: Documents
  readonly draft?: DocumentDraft
  /** A page of the list of car parks as the provider gave it: who stands on it, and how many there are in all. */
  readonly page?: { readonly ids: readonly number[]; readonly total: number }
  /** Regions of a country that may be kept on the phone, as the provider listed them. */
  readonly packs?: readonly PackRegionWire[]
  /** How the driver wants regions to be kept. */
  readonly keeping?: RegionChoices
}

export interface SessionRow {
  readonly id: 'session'
  readonly user: User
  readonly accessToken: string
  readonly refreshToken: string
  /** Key of a refresh that was sent and whose answer is not known. */
  readonly refreshKey: string | null
  /** False once the provider refreshes it no more: everything stays readable, nothing is sent. */
  readonly live: boolean
  readonly savedAt: SavedAt
}

/** `seq` orders what was stored in this database; a pull compares it with the one it began at. */
interface Mirrored {
  readonly seq: number
  readonly savedAt: SavedAt
}

export interface BookingRow extends Mirrored {
  readonly id: string
  readonly code: string
  readonly booking: Booking
  /** Since when the provider has it no more, as after a restored backup: its pass is kept until the stay is over. */
  readonly lostAt?: number
}

export interface VehicleRow extends Mirrored {
  readonly id: string
  readonly vehicle: Vehicle
}

/** Also of a car park that was let go: an answer that came late must not bring it back. */
export interface FavouriteRow extends Mirrored {
  readonly id: number
  readonly favourite: Favourite
}

export interface WalletRow {
  readonly currency: Wallet['currency']
  readonly wallet: Wallet
  readonly savedAt: SavedAt
  /** Asked for by the wallet's page alone. */
  readonly autoTopUp?: AutoTopUp
}

export interface ReceiptRow {
  readonly number: string
  readonly receipt: Receipt
  readonly savedAt: SavedAt
}

/** A booking that no signal let through: what was wanted, when, and what the phone knew of the network. A record, never sent. */
export interface BlockedAttemptRow {
  /** UUID version 7: sorts by time. */
  readonly id: string
  /** Epoch milliseconds, as are the next. */
  readonly at: number
  readonly network: 'checking' | 'online' | 'slow' | 'offline'
  /** When the provider had last answered. */
  readonly lastAnswerAt: number | null
  readonly wanted: WantedStay
}

export interface WantedStay {
  readonly parkId: number
  readonly parkName: string
  readonly zone: string
  /** Null: none that can be read was entered yet. */
  readonly plate: string | null
  readonly startMs: number
  readonly endMs: number
  /** What the driver was shown, minor units; null: no price was there. */
  readonly totalMinor: number | null
  readonly currency: Wallet['currency']
}

/** A vehicle that the provider has deleted: what was asked for before must not bring it back. Few, so they are kept. */
export interface GoneRow {
  readonly id: string
  readonly seq: number
}

export interface CounterRow {
  /** `restored`: where the provider was last found to have gone back to an earlier state. */
  readonly key: 'seq' | 'restored' | 'signed_in'
  readonly value: number
}

/** Kept in localStorage too: when only one of the two is left, the browser has thrown the other away. */
export interface InstallRow {
  readonly key: 'install'
  readonly id: string
}

/*
 * Dexie reads all versions anew for each one that is named, on every start. Named are the latest, and those with an upgrade of rows: tables
 * that an older database lacks are added to it from any version.
 */
/** `baywise-public`: what every visitor may see. Survives a logout. */
export class PublicDb extends Dexie {
  declare readonly countries: Table<CountryWire, number>
  declare readonly tiles: Table<TileRow, number>
  declare readonly blocks: Table<BlockRow, string>
  declare readonly blockWords: Table<BlockWordsRow, string>
  declare readonly blockStarts: Table<BlockStartsRow, string>
  declare readonly revisions: Table<RevisionRow, string>
  declare readonly passKeys: Table<PassKeys['keys'][number], number>
  declare readonly recents: Table<RecentRow, string>
  declare readonly saved: Table<SavedRow, string>
  declare readonly install: Table<InstallRow, string>
  declare readonly states: Table<StateWire, number>
  declare readonly regions: Table<RegionRow, string>
  declare readonly packFiles: Table<PackFileRow, [string, string]>
  declare readonly stagedFiles: Table<StagedFileRow, [string, string]>

  constructor(name: string, options: DexieOptions) {
    super(name, options)
    this.version(7)
      .stores({
        // 1: first release. Parks as cell tiles: one row per park loaded seven times slower and took twice the disk. The words and the keys
        // of each park had rows of their own in `shards` and `parkKeys`.
        countries: 'id',
        tiles: 'cell',
        shards: 'token',
        parkKeys: 'id, slug, code',
        passKeys: 'kid',
        recents: 'key, [kind+at]',
        saved: 'key',
        // 2: the name of the installation, to notice a database that the browser has emptied. 3: states of a country that was asked for.
        install: 'key',
        states: 'id, country_id',
        // 4: regions that the driver keeps, what they are made of, and files that wait for the rest of their region.
        regions: 'region',
        packFiles: '[region+hash]',
        stagedFiles: '[region+hash]',
        // 5: words and keys by pieces of the world. The two old tables are emptied and stay, since migrations only add.
        blocks: 'block',
        blockWords: 'block',
        revisions: 'key',
        // 6: where the car parks of a piece are, in `blocks`. 7: how soon its words are found, apart from its lines, ten times as long.
        blockStarts: 'block',
      })
      .upgrade(blocksOfTiles)
  }
}

/** `baywise-user-<hash>`: one driver's own rows. Deleted by a logout, but for commands that the driver keeps. */
export class UserDb extends Dexie {
  declare readonly bookings: Table<BookingRow, string>
  declare readonly vehicles: Table<VehicleRow, string>
  declare readonly favourites: Table<FavouriteRow, number>
  declare readonly wallets: Table<WalletRow, string>
  declare readonly transactions: Table<Transaction, string>
  declare readonly gone: Table<GoneRow, string>
  declare readonly counters: Table<CounterRow, string>
  declare readonly saved: Table<SavedRow, string>
  declare readonly outbox: Table<OutboxRow, string>
  declare readonly payments: Table<PaymentRow, string>
  declare readonly receipts: Table<ReceiptRow, string>
  declare readonly blockedAttempts: Table<BlockedAttemptRow, string>
  declare readonly parked: Table<ParkedRow, string>
  declare readonly scans: Table<ScanRow, string>

  /** `owner`: whose requests an older release has left in it. */
  constructor(name: string, options: DexieOptions, owner: OutboxOwner) {
    super(name, options)
    this.version(4)
      .stores({
        // 1: first release. `intents` held writes that were sent and whose answer was not known.
        bookings: 'id, code',
        vehicles: 'id',
        wallets: 'currency',
        transactions: 'id, [currency+created_at]',
        intents: 'id',
        gone: 'id',
        counters: 'key',
        saved: 'key',
        // 2: the outbox.
        outbox: 'id, seq, entity, state',
        // 3: payments through gateways, what was to be paid and had no reference yet, and receipts that were looked at.
        payments: 'reference, [currency+createdAt]',
        paymentWishes: 'id',
        receipts: 'number',
        // 4: bookings that no signal let through, for the proof. Everything that was asked for stands in the outbox; the two old tables are
        // emptied and stay, since migrations only add.
        blockedAttempts: 'id',
      })
      .upgrade((tx) => gatherRequests(tx, owner))
    this.version(7).stores({
      // 5: favourites, by the car park's id.
      favourites: 'id',
      // 6: where the car stands. Rows of bookings that left this phone go with the next pull.
      parked: 'id',
      // 7: pictures of documents that wait to be sent.
      scans: 'id',
    })
  }
}

/** `baywise-session`: who is signed in; the service worker reads it too. */
export class SessionDb extends Dexie {
  declare readonly session: Table<SessionRow, string>

  constructor(name: string, options: DexieOptions) {
    super(name, options)
    this.version(1).stores({ session: 'id' })
  }
}
