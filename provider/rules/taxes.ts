import type { CountryCode } from '../../src/domain/country.ts'
import { normaliseText } from '../../src/domain/search-text.ts'
import type { Tax } from '../../src/domain/tariff.ts'
import { unreachable } from '../../src/lib/assert.ts'

export interface TaxPlace {
  readonly countryCode: CountryCode
  readonly state: string | null
  readonly city: string | null
  /** In New York its last part is the borough. */
  readonly address: string | null
}

/** `value` in thousandths of a percent: 7.5 % is 7500. Added to the price and calculated on the price alone. */
const percent = (code: string, name: string, value: number): Tax => ({
  code,
  name,
  kind: 'percent',
  value,
  compound: false,
  included: false,
  fromMs: null,
  toMs: null,
})
const included = (tax: Tax): Tax => ({ ...tax, included: true })
const GST = percent('gst', 'GST', 5_000)

/**
 * Canada: rates of the Canada Revenue Agency, 2025. Posted parking prices in Toronto and in Québec's lots include the
 * taxes ("HST included", « taxes incluses »), so taxes are shown and not added. Metro Vancouver: 24 % parking tax of
 * the South Coast British Columbia Transportation Authority Act on the price, GST on both. Provinces without an entry:
 * GST alone (their sales tax does not apply to parking).
 */
const CANADA: Readonly<Record<string, readonly Tax[]>> = {
  ontario: [included(percent('hst', 'HST', 13_000))],
  quebec: [included(GST), included(percent('qst', 'QST', 9_975))],
  'new brunswick': [percent('hst', 'HST', 15_000)],
  'newfoundland and labrador': [percent('hst', 'HST', 15_000)],
  'prince edward island': [percent('hst', 'HST', 15_000)],
  'nova scotia': [percent('hst', 'HST', 14_000)],
}
/** Member municipalities of the Metro Vancouver Regional District, where the parking tax applies. */
const METRO_VANCOUVER = new Set([
  'anmore',
  'belcarra',
  'bowen island',
  'burnaby',
  'coquitlam',
  'delta',
  'langley',
  'lions bay',
  'maple ridge',
  'new westminster',
  'north vancouver',
  'pitt meadows',
  'port coquitlam',
  'port moody',
  'richmond',
  'surrey',
  'vancouver',
  'west vancouver',
  'white rock',
])

/**
 * United States, by "city, state": cities with a specific parking tax. Chicago: 35 ILCS 525 (state 6 %), Cook County
 * Code 74-512 (6 %), Municipal Code 4-236 (23.25 % since 2025). Cleveland: Code 196 (8 %). Seattle: SMC 5.35 (14.5 %)
 * and state and local sales tax (10.35 %). San Francisco: Tax Code article 9 (25 %). Los Angeles: LAMC 21.15 (10 %).
 * Pittsburgh: Code 253 (37.5 %). Philadelphia: Code 19-1200 (25 %). Miami: Code 35-341 (15 %). Washington: D.C. Code
 * 47-2002 (18 %). New York: Tax Law 1105, 1109 and 1212-A (10.375 %, and 8 % more in Manhattan). Cities without an
 * entry have no tax here.
 */
const UNITED_STATES: Readonly<Record<string, readonly Tax[]>> = {
  'chicago illinois': [
    percent('state_parking_tax', 'Illinois parking excise tax', 6_000),
    percent('county_parking_tax', 'Cook County parking tax', 6_000),
    percent('city_parking_tax', 'Chicago parking tax', 23_250),
  ],
  'cleveland ohio': [percent('city_parking_tax', 'Cleveland parking tax', 8_000)],
  'seattle washington': [
    percent('city_parking_tax', 'Seattle commercial parking tax', 14_500),
    percent('sales_tax', 'Washington sales tax', 10_350),
  ],
  'san francisco california': [percent('city_parking_tax', 'San Francisco parking tax', 25_000)],
  'los angeles california': [percent('city_parking_tax', 'Los Angeles parking tax', 10_000)],
  'pittsburgh pennsylvania': [percent('city_parking_tax', 'Pittsburgh parking tax', 37_500)],
  'philadelphia pennsylvania': [percent('city_parking_tax', 'Philadelphia parking tax', 25_000)],
  'miami florida': [percent('city_parking_tax', 'Miami parking surcharge', 15_000)],
  'washington district of columbia': [percent('sales_tax', 'District of Columbia parking tax', 18_000)],
  'new york new york': [percent('sales_tax', 'New York sales tax', 10_375)],
}
const MANHATTAN = percent('city_parking_tax', 'Manhattan parking surcharge', 8_000)

/** Taxes on a stay at this place, in the order in which they apply. */
export function taxesOf({ countryCode, state, city, address }: TaxPlace): readonly Tax[] {
  const stateKey = normaliseText(state ?? '')
  const cityKey = normaliseText(city ?? '')
  switch (countryCode) {
    case 'NG': // Finance Act 2020: VAT at 7.5 %, added to the price.
      return [percent('vat', 'VAT', 7_500)]
    case 'SN': // Code général des impôts: TVA at 18 %; consumer prices include it.
      return [included(percent('tva', 'TVA', 18_000))]
    case 'CA':
      if (stateKey === 'british columbia' && METRO_VANCOUVER.has(cityKey)) {
        return [percent('parking_tax', 'Metro Vancouver parking tax', 24_000), { ...GST, compound: true }]
      }
      return CANADA[stateKey] ?? [GST]
    case 'US': {
      const taxes = UNITED_STATES[`${cityKey} ${stateKey}`] ?? []
      return address?.endsWith(', Manhattan') === true ? [...taxes, MANHATTAN] : taxes
    }
    default:
      return unreachable(countryCode)
  }
}
