import { makeParkCode } from '../../../src/domain/code.ts'
import { toParkId, toUserId, type UserId } from '../../../src/domain/ids.ts'
import type { Tariff, Tax } from '../../../src/domain/tariff.ts'
import { tariffToWire, taxToWire } from '../../../src/contract/tariff-case.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { FIRST_TARIFF_VERSION, type SeedSetup, SERVICE_MINOR, UNIT_PRICE_MINOR } from '../target.ts'
import { postToWallet, walletIdOf } from './ledger.ts'
import type { Memory, StoredPark, StoredRate } from './memory.ts'

export const SEED_CURRENCY = 'CAD'
export const SEED_ZONE = 'America/Toronto'

export interface SeedRate {
  readonly version: string
  readonly unitPriceMinor: number
}

/** The same price each started half hour of every day, no cap, and a service fee once. */
export const seedTariff = ({ version, unitPriceMinor }: SeedRate): Tariff => ({
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
  freeFirstMinutes: 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes: 0,
  vehiclePercent: {},
  demo: true,
})

/** Inside the posted price, as in Ontario. */
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
export function insertPark(
  memory: Memory,
  park: { readonly number: number; readonly capacity: number; readonly nowMs: number },
): void {
  const { number, capacity, nowMs } = park
  const row: StoredPark = {
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
    accessible_spaces: null,
    covered: null,
    opening_hours: null,
    amenities: [],
    demo_fields: [],
    attribution: '',
    version: 1,
    updated_at: nowMs,
    rates: [FIRST_RATE],
  }
  memory.parks.insert(row.id, row)
}

export function insertDriver(
  memory: Memory,
  driver: { readonly number: number; readonly userId: UserId; readonly balanceMinor: number; readonly nowMs: number },
): void {
  const { number, userId, balanceMinor, nowMs } = driver
  memory.users.insert(userId, {
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
  })
  const walletId = walletIdOf(userId, SEED_CURRENCY)
  memory.wallets.insert(walletId, { wallet_id: walletId, user_id: userId, currency: SEED_CURRENCY, balance_minor: 0 })
  if (balanceMinor === 0) return
  const key = `welcome:${userId}:${SEED_CURRENCY}`
  postToWallet(memory, {
    walletId,
    amountMinor: balanceMinor,
    against: [['promo', -balanceMinor]],
    key,
    kind: 'welcome_credit',
    nowMs,
  })
}

/** Parks and drivers of a seed; everything drawn comes from the seed. */
export function insertSeed(memory: Memory, { users, capacities, balanceMinor, now, random }: SeedSetup): void {
  const nowMs = now()
  for (const [index, capacity] of capacities.entries()) insertPark(memory, { number: index + 1, capacity, nowMs })
  for (let number = 1; number <= users; number += 1)
    insertDriver(memory, { number, userId: toUserId(uuid7(nowMs, random)), balanceMinor, nowMs })
}
