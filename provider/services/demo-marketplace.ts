/** In the sandbox, goods and a coupon in each country, marked as invented. */
import type { Product } from '../../src/contract/marketplace.ts'
import { hoursToWire } from '../../src/contract/tariff-mapping.ts'
import type { TaxWire } from '../../src/contract/tariff.ts'
import { COUNTRIES, type CountryCode, getCountry } from '../../src/domain/country.ts'
import { PARKING } from '../../src/domain/coupon.ts'
import { DAY_MS, toInstant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { PassHours } from '../../src/domain/monthly-pass.ts'
import { insertCoupon } from '../repositories/coupons.ts'
import { insertProduct, listAllProducts } from '../repositories/products.ts'
import type { ProviderDeps } from './deps.ts'

interface Goods extends Pick<Product, 'kind' | 'names' | 'details' | 'limit' | 'stock'> {
  /** The hours of a monthly pass. */
  readonly hours?: PassHours
  /** Minor units. */
  readonly prices: Readonly<Record<Currency, number>>
}

const GOODS: readonly Goods[] = [
  {
    kind: 'car_wash',
    names: { en: 'Full car wash', fr: 'Lavage complet' },
    details: { en: 'While you park, 40 min', fr: 'Pendant le stationnement, 40 min' },
    prices: { NGN: 450_000, XOF: 5_000, USD: 2_500, CAD: 3_000 },
    ...{ stock: 40, limit: 2 },
  },
  {
    kind: 'day_bundle',
    names: { en: 'Five-day bundle', fr: 'Cinq forfaits jour' },
    details: { en: 'Valid for six months', fr: 'Valables six mois' },
    prices: { NGN: 900_000, XOF: 9_000, USD: 6_000, CAD: 6_500 },
    ...{ stock: null, limit: 4 },
  },
  {
    kind: 'monthly_pass',
    names: { en: 'Monthly pass', fr: 'Abonnement mensuel' },
    details: { en: 'Come and go as often as you like', fr: 'Entrez et sortez autant que vous voulez' },
    prices: { NGN: 4_500_000, XOF: 45_000, USD: 32_000, CAD: 22_000 },
    hours: [],
    ...{ stock: null, limit: 1 },
  },
  {
    kind: 'monthly_pass',
    names: { en: 'Weekday pass', fr: 'Abonnement semaine' },
    details: { en: 'For working days', fr: 'Pour les jours ouvrés' },
    prices: { NGN: 3_000_000, XOF: 30_000, USD: 24_000, CAD: 16_500 },
    hours: [{ days: [1, 2, 3, 4, 5], fromMinute: 6 * 60, toMinute: 20 * 60 }],
    ...{ stock: null, limit: 1 },
  },
  {
    kind: 'permit',
    names: { en: 'Evening parking', fr: 'Stationnement en soirée' },
    details: { en: 'Every evening and night', fr: 'Tous les soirs et toutes les nuits' },
    prices: { NGN: 1_200_000, XOF: 12_000, USD: 7_500, CAD: 8_000 },
    hours: [{ days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 18 * 60, toMinute: 8 * 60 }],
    ...{ stock: null, limit: 1 },
  },
  {
    kind: 'accessory',
    names: { en: 'Sunshade', fr: 'Pare-soleil' },
    details: { en: 'Folding, 130 × 70 cm', fr: 'Pliable, 130 × 70 cm' },
    prices: { NGN: 600_000, XOF: 6_000, USD: 1_900, CAD: 2_200 },
    ...{ stock: 60, limit: 5 },
  },
  {
    kind: 'accessory',
    names: { en: 'Phone holder', fr: 'Support de téléphone' },
    details: { en: 'For the air vent', fr: 'Pour la grille d’aération' },
    prices: { NGN: 350_000, XOF: 3_500, USD: 1_500, CAD: 1_800 },
    ...{ stock: 80, limit: 5 },
  },
  {
    kind: 'accessory',
    names: { en: 'First-aid kit', fr: 'Trousse de secours' },
    details: { en: '24 pieces', fr: '24 pièces' },
    prices: { NGN: 850_000, XOF: 8_500, USD: 2_900, CAD: 3_400 },
    ...{ stock: 30, limit: 3 },
  },
]

const tax = (code: string, name: string, facts: Pick<TaxWire, 'value' | 'included'>): readonly TaxWire[] => [
  { code, name, kind: 'percent', ...facts, compound: false, from: null, to: null },
]

/** Thousandths of a percent: prices in Nigeria and Senegal include the tax; Ontario and New York City add it. */
export const DEMO_TAXES: Readonly<Record<CountryCode, readonly TaxWire[]>> = {
  NG: tax('vat', 'VAT', { value: 7_500, included: true }),
  SN: tax('tva', 'TVA', { value: 18_000, included: true }),
  CA: tax('hst', 'HST', { value: 13_000, included: false }),
  US: tax('sales_tax', 'Sales tax', { value: 8_875, included: false }),
}

const COUPON = 'BAY10'
/** Valid for parking only. */
const PARKING_COUPON = 'PARK10'
const COUPON_DAYS = 365

type Deps = Pick<ProviderDeps, 'db' | 'store' | 'clock'>

/** Where a city's passes are sold: at the nearest car park that can be booked and is not small. */
const PLACES: Readonly<Record<CountryCode, { readonly lat: number; readonly lng: number }>> = {
  NG: { lat: 6.4478, lng: 3.4016 },
  SN: { lat: 14.6853, lng: -17.4337 },
  CA: { lat: 43.6426, lng: -79.3871 },
  US: { lat: 40.750507, lng: -73.993455 },
}
const SMALL = 20
const LOOKED_AT = 20
/** Passes get a tenth of the car park, so that ordinary drivers find a space there. */
const SHARE = 10

async function findPassPark(
  { store, clock }: Deps,
  country: CountryCode,
): Promise<{ readonly id: number; readonly capacity: number } | undefined> {
  const page = { centre: PLACES[country], page: 1, size: LOOKED_AT, after: null, nowMs: clock.now() }
  const { items } = await store.listParksNear({ country }, page)
  return items.flatMap(({ id, capacity }) => ((capacity ?? 0) < SMALL ? [] : [{ id, capacity: capacity ?? 0 }]))[0]
}

async function fillCountry(deps: Deps, country: CountryCode): Promise<void> {
  const { db, clock } = deps
  const nowMs = clock.now()
  const { currency } = getCountry(country)
  const park = await findPassPark(deps, country)
  for (const { prices, limit, hours, ...goods } of GOODS) {
    if (hours !== undefined && park === undefined) continue
    const pass =
      hours === undefined || park === undefined
        ? { pass: null, park_id: null }
        : {
            pass: { hours: hoursToWire(hours), vehicle_types: null, at_once: Math.floor(park.capacity / SHARE) },
            park_id: park.id,
          }
    await insertProduct(db, {
      ...{ ...goods, ...pass, country_code: country, currency, price_minor: prices[currency] },
      ...{ taxes: [...DEMO_TAXES[country]], order_limit: limit, demo: true, updated_at: toInstant(nowMs) },
    })
  }
  const coupons = [
    { code: COUPON, kinds: null },
    { code: PARKING_COUPON, kinds: [PARKING] },
  ] as const
  for (const coupon of coupons) {
    await insertCoupon(db, {
      ...{ ...coupon, country_code: country, discount_type: 'percentage', discount: 10, minimum_minor: 0 },
      ...{ maximum_minor: null, limit_per_user: 1, limit_in_all: null, parks: null, demo: true },
      ...{ starts_at: toInstant(nowMs - DAY_MS), ends_at: toInstant(nowMs + COUPON_DAYS * DAY_MS) },
    })
  }
}

/** Fills each country that has never sold anything. */
export async function ensureDemoMarketplace(deps: Deps & Pick<ProviderDeps, 'config'>): Promise<void> {
  if (!deps.config.sandbox) return
  const known = new Set((await listAllProducts(deps.db)).map(({ country_code: country }) => country))
  for (const { code } of COUNTRIES) if (!known.has(code)) await fillCountry(deps, code)
}
