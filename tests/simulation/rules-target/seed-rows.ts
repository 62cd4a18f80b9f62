import { makeParkCode } from '../../../src/domain/code.ts'
import { toParkId, toUserId, type UserId } from '../../../src/domain/ids.ts'
import type { UserRow } from '../../../provider/repositories/users.ts'
import type { Tariff, Tax } from '../../../src/domain/tariff.ts'
import type { RefundPolicy } from '../../../src/domain/tariff-types.ts'
import { tariffToWire, taxToWire } from '../../../src/contract/tariff-mapping.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { FIRST_TARIFF_VERSION, type SeedSetup, SERVICE_MINOR, UNIT_PRICE_MINOR } from '../target.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import type { Memory, StoredPark, StoredRate } from './memory.ts'

export const SEED_CURRENCY = 'CAD'
export const SEED_ZONE = 'America/Toronto'

export interface SeedRate {
  readonly version: string
  readonly unitPriceMinor: number
  /** Half an hour is free, once for all stays that follow each other within this time. */
  readonly reentryMinutes?: number
  /** Omitted for the default policy. */
  readonly refundPolicy?: RefundPolicy | undefined
}

/** The same price for each started half hour of every day, no cap, and a flat service fee. */
export const seedTariff = ({ version, unitPriceMinor, reentryMinutes = 0, refundPolicy }: SeedRate): Tariff => ({
  ...(refundPolicy === undefined ? {} : { refundPolicy }),
  version,
  currency: SEED_CURRENCY,
  unitMinutes: 30,
  windows: [
    {
      days: [0, 1, 2, 3, 4, 5, 6],
      fromMinute: 0,
      toMinute: 1440,
      price: { kind: 'unit', tiers: [{ fromUnit: 0, unitPriceMinor }] },
    },
  ],
  caps: [],
  packages: [],
  events: [],
  fees: [{ code: 'service', kind: 'flat', value: SERVICE_MINOR, taxed: false }],
  freeFirstMinutes: reentryMinutes > 0 ? 30 : 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes,
  vehiclePercent: {},
  demo: true,
})

/** Included in the posted price, as in Ontario. */
export const SEED_TAX: Tax = {
  code: 'hst',
  name: 'HST',
  kind: 'percent',
  value: 13_000,
  compound: false,
  included: true,
  fromMs: null,
  toMs: null,
}

export function toRate(rate: SeedRate): StoredRate {
  const tariff = seedTariff(rate)
  const version = { tariff, taxes: [SEED_TAX] }
  return { tariff: tariffToWire(tariff), taxes: [taxToWire(SEED_TAX)], version, supersededMs: null }
}

const FIRST_RATE = toRate({ version: FIRST_TARIFF_VERSION, unitPriceMinor: UNIT_PRICE_MINOR })

/** In Toronto, 100 m apart. */
export const seedPark = (number: number, capacity: number, nowMs: number): StoredPark => ({
  id: toParkId(number),
  code: makeParkCode('CA', new Uint8Array([0, 0, number >> 5, number])),
  slug: `seed-park-${String(number)}`,
  source: 'simulation',
  name: `Seed Park ${String(number)}`,
  address: null,
  city: 'Toronto',
  state: 'Ontario',
  country_code: 'CA',
  lat: 43.65 + number * 0.0009,
  lng: -79.38,
  timezone: SEED_ZONE,
  kind: 'lot',
  capacity,
  currency: SEED_CURRENCY,
  hourly_from_minor: UNIT_PRICE_MINOR * 2,
  tariff_version: FIRST_TARIFF_VERSION,
  height_limit_m: null,
  ev_chargers: null,
  chargers: [],
  feed: null,
  accessible_spaces: null,
  covered: null,
  opening_hours: null,
  amenities: [],
  demo_fields: [],
  attribution: '',
  version: 1,
  updated_at: nowMs,
  rates: [FIRST_RATE],
})

export const seedDriver = (number: number, userId: UserId, nowMs: number): UserRow => ({
  user_id: userId,
  email: `driver${String(number)}@seed.test`,
  password_hash: null,
  first_name: 'Seed',
  last_name: `Driver ${String(number)}`,
  phone: null,
  country_code: 'CA',
  language: 'en',
  email_verified_at: nowMs,
  disabled_at: null,
  mail_off: [],
  guest: null,
  contact_email: null,
})

export interface Seed {
  readonly parks: readonly StoredPark[]
  readonly drivers: readonly UserRow[]
}

/** Creates the parks and drivers of a seed; all randomness comes from the seed. */
export function makeSeed({ users, capacities, now, random }: SeedSetup): Seed {
  const nowMs = now()
  return {
    parks: capacities.map((capacity, index) => seedPark(index + 1, capacity, nowMs)),
    drivers: Array.from({ length: users }, (_, index) => seedDriver(index + 1, toUserId(uuid7(nowMs, random)), nowMs)),
  }
}

function openWallet(memory: Memory, userId: UserId, { balanceMinor, now }: SeedSetup): void {
  const walletId = walletIdOf(userId, SEED_CURRENCY)
  memory.wallets.insert(walletId, { wallet_id: walletId, user_id: userId, currency: SEED_CURRENCY, balance_minor: 0 })
  if (balanceMinor === 0) return
  const key = `welcome:${userId}:${SEED_CURRENCY}`
  const against = [['promo', -balanceMinor]] as const
  postToWallet(memory, { walletId, amountMinor: balanceMinor, against, key, kind: 'welcome_credit', nowMs: now() })
}

export function insertSeed(memory: Memory, setup: SeedSetup): void {
  const { parks, drivers } = makeSeed(setup)
  for (const park of parks) memory.parks.insert(park.id, park)
  for (const driver of drivers) {
    memory.users.insert(driver.user_id, driver)
    openWallet(memory, driver.user_id, setup)
  }
}
