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

/** When the provider's answer was stored, by the wall clock, epoch milliseconds. */
export type SavedAt = number

/** A park as passed to screens, with the age of its row: each price can show how old it is. */
export type KeptPark = Park & { readonly savedAt: SavedAt }

export type { RecentRow, RecentSearch } from './recent-row.ts'
export type { SavedPark, TileRow } from './tile-row.ts'

/** When a whole list was last pulled, such as `bookings` or `transactions:CAD`. */
export interface SavedRow extends KeptPlans, KeptCompanies, KeptOfPark {
  readonly key: string
  readonly savedAt: SavedAt
  /** For a list of the driver's: where the pull that brought it began, and where it landed. */
  readonly landed?: { readonly since: number; readonly seq: number }
  /** The blog and the areas with streets have no tables: they are read as a whole. */
  readonly posts?: readonly Post[]
  readonly regions?: readonly TileRegionWire[]
  /** Sign keys have no table: they are few and arrive together. */
  readonly signKeys?: readonly SignKeyWire[]
  /** A country's upcoming events, soonest first. */
  readonly events?: readonly ParkingEvent[]
  /** Gifts that a driver bought, newest first; too few for a table. */
  readonly gifts?: readonly Gift[]
  /** The driver's code and its rewards. */
  readonly referral?: Referral
  /** One opened event. */
  readonly event?: KeptEvent
  /** What a country's marketplace sells. */
  readonly products?: readonly Product[]
  /** The driver's pending order in a country. */
  readonly cart?: Cart
  /** The driver's orders, newest first; too few for a table. */
  readonly orders?: readonly Order[]
  /** Documents of the driver's vehicles. */
  readonly documents?: Documents
  readonly draft?: DocumentDraft
  /** A page of the car park list as the provider returned it: its ids and the total. */
  readonly page?: { readonly ids: readonly number[]; readonly total: number }
  /** Regions of a country that the phone may keep, as the provider listed them. */
  readonly packs?: readonly PackRegionWire[]
  /** The driver's choices about keeping regions. */
  readonly keeping?: RegionChoices
}

export interface SessionRow {
  readonly id: 'session'
  readonly user: User
  readonly accessToken: string
  readonly refreshToken: string
  /** Key of a refresh that was sent and not yet answered. */
  readonly refreshKey: string | null
  /** False once the provider refuses to refresh it: everything stays readable, nothing is sent. */
  readonly live: boolean
  readonly savedAt: SavedAt
}

/** `seq` orders what is stored in this database; a pull compares it with its own start. */
interface Mirrored {
  readonly seq: number
  readonly savedAt: SavedAt
}

export interface BookingRow extends Mirrored {
  readonly id: string
  readonly code: string
  readonly booking: Booking
  /** Since when the provider lacks it, as after a restored backup; the pass is kept until the stay is over. */
  readonly lostAt?: number
}

export interface VehicleRow extends Mirrored {
  readonly id: string
  readonly vehicle: Vehicle
}

/** Also kept for a removed favourite, so that a late answer does not bring it back. */
export interface FavouriteRow extends Mirrored {
  readonly id: number
  readonly favourite: Favourite
}

export interface WalletRow {
  readonly currency: Wallet['currency']
  readonly wallet: Wallet
  readonly savedAt: SavedAt
  /** Fetched by the wallet's page only. */
  readonly autoTopUp?: AutoTopUp
}

export interface ReceiptRow {
  readonly number: string
  readonly receipt: Receipt
  readonly savedAt: SavedAt
}

/**
 * A booking prevented by a missing signal: the request, its time, and what the phone knew of the network. A record,
 * never sent.
 */
export interface BlockedAttemptRow {
  /** UUID version 7: sorts by time. */
  readonly id: string
  /** Epoch milliseconds, like `lastAnswerAt`. */
  readonly at: number
  readonly network: 'checking' | 'online' | 'slow' | 'offline'
  /** When the provider last answered. */
  readonly lastAnswerAt: number | null
  readonly wanted: WantedStay
}

export interface WantedStay {
  readonly parkId: number
  readonly parkName: string
  readonly zone: string
  /** Null when no readable plate was entered yet. */
  readonly plate: string | null
  readonly startMs: number
  readonly endMs: number
  /** The price shown to the driver, minor units; null when none was shown. */
  readonly totalMinor: number | null
  readonly currency: Wallet['currency']
}

/** A vehicle that the provider has deleted: an earlier request must not bring it back. Few, so they are kept. */
export interface GoneRow {
  readonly id: string
  readonly seq: number
}

export interface CounterRow {
  /** `restored`: where the provider was last found to have gone back to an earlier state. */
  readonly key: 'seq' | 'restored' | 'signed_in'
  readonly value: number
}

/** Also kept in localStorage: when only one of the two is left, the browser has evicted the other. */
export interface InstallRow {
  readonly key: 'install'
  readonly id: string
}

/*
 * On every start Dexie processes all declared versions again for each one. Declared are only the latest and those that
 * upgrade rows: Dexie adds tables that an older database lacks, from any version.
 */
/** `baywise-public`: data that every visitor may see. Survives a logout. */
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
        // 1: first release. Parks are stored as tiles, one per cell: one row per park loaded seven times slower and
        // took twice the disk. The words and the keys of each park had rows of their own in `shards` and `parkKeys`.
        countries: 'id',
        tiles: 'cell',
        shards: 'token',
        parkKeys: 'id, slug, code',
        passKeys: 'kid',
        recents: 'key, [kind+at]',
        saved: 'key',
        // 2: the id of the installation, to notice a database emptied by the browser. 3: states of a country, once
        // requested.
        install: 'key',
        states: 'id, country_id',
        // 4: kept regions, their files, and files that wait for the rest of their region.
        regions: 'region',
        packFiles: '[region+hash]',
        stagedFiles: '[region+hash]',
        // 5: words and keys by block. The two old tables are emptied and stay, since migrations only add.
        blocks: 'block',
        blockWords: 'block',
        revisions: 'key',
        // 6: positions of a block's car parks, in `blocks`. 7: the ranks of its words, apart from its lines, which are
        // ten times as long.
        blockStarts: 'block',
      })
      .upgrade(blocksOfTiles)
  }
}

/** `baywise-user-<hash>`: one driver's own rows. A logout deletes it, except for commands that the driver keeps. */
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

  /** `owner`: owner of the requests that an older release left in it. */
  constructor(name: string, options: DexieOptions, owner: OutboxOwner) {
    super(name, options)
    this.version(4)
      .stores({
        // 1: first release. `intents` held writes that were sent and not answered.
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
        // 3: payments through gateways, intended payments without a reference, and viewed receipts.
        payments: 'reference, [currency+createdAt]',
        paymentWishes: 'id',
        receipts: 'number',
        // 4: bookings prevented by a missing signal, for the proof. All requests are in the outbox; the two old tables
        // are emptied and stay, since migrations only add.
        blockedAttempts: 'id',
      })
      .upgrade((tx) => gatherRequests(tx, owner))
    this.version(7).stores({
      // 5: favourites, keyed by the car park's id.
      favourites: 'id',
      // 6: where the car stands. The next pull removes rows whose bookings have left this phone.
      parked: 'id',
      // 7: pictures of documents waiting to be sent.
      scans: 'id',
    })
  }
}

/** `baywise-session`: the signed-in driver; the service worker reads it too. */
export class SessionDb extends Dexie {
  declare readonly session: Table<SessionRow, string>

  constructor(name: string, options: DexieOptions) {
    super(name, options)
    this.version(1).stores({ session: 'id' })
  }
}
