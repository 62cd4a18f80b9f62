import { CONNECTORS } from '../../domain/connectors.ts'
import type { ContactTopic } from '../../domain/contact.ts'
import { getCountry, isCountryCode } from '../../domain/country.ts'
import type { Currency } from '../../domain/money.ts'
import { OFFER_PRICE_MAX, OFFER_SPACES_MAX, type SpaceOffer } from '../../domain/space-offer.ts'
import { checkName, type FieldProblem, plainTextOf, rawTextOf } from '../field-checks.ts'
import { readMoney } from '../read-amount.ts'

export const OFFER_FIELDS = ['address', 'city', 'spaces', 'hourly', 'power', 'chargers', 'price'] as const
export type OfferField = (typeof OFFER_FIELDS)[number]

const POWER_KW = { least: 0.5, most: 1_000 }

const currencyOf = (form: FormData): Currency => {
  const code = rawTextOf(form, 'country')
  return getCountry(isCountryCode(code) ? code : 'NG').currency
}

function wholeOf(form: FormData, name: OfferField): number | null {
  const text = plainTextOf(form, name)
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= OFFER_SPACES_MAX ? value : null
}

/**
 * Returns minor units; null when the text is not a valid price. An empty field is accepted only where it means that the
 * price is unknown.
 */
function priceOf(form: FormData, name: OfferField): number | null {
  const read = readMoney(rawTextOf(form, name), currencyOf(form))
  return read.ok && read.value >= 0 && read.value <= OFFER_PRICE_MAX ? read.value : null
}

function powerOf(form: FormData): number | null {
  const text = plainTextOf(form, 'power').replace(',', '.')
  const value = /^\d{1,4}(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return value >= POWER_KW.least && value <= POWER_KW.most ? value : null
}

const isEmpty = (form: FormData, name: OfferField): boolean => plainTextOf(form, name) === ''
const wrong = (is: boolean, problem: FieldProblem): FieldProblem | undefined => (is ? problem : undefined)

/** Returns the problem of each field of an offered place; undefined when the field is valid. */
export function checkOffer(form: FormData, topic: ContactTopic): Record<OfferField, FieldProblem | undefined> {
  const isCharger = topic === 'charger'
  return {
    address: checkName(rawTextOf(form, 'address')),
    city: checkName(rawTextOf(form, 'city')),
    spaces: wrong(wholeOf(form, 'spaces') === null, 'number'),
    hourly: wrong(priceOf(form, 'hourly') === null, 'amount'),
    power: wrong(isCharger && !isEmpty(form, 'power') && powerOf(form) === null, 'power'),
    chargers: wrong(isCharger && wholeOf(form, 'chargers') === null, 'number'),
    price: wrong(isCharger && !isEmpty(form, 'price') && priceOf(form, 'price') === null, 'amount'),
  }
}

function chargerOf(form: FormData): SpaceOffer['charger'] {
  const price = isEmpty(form, 'price') ? null : priceOf(form, 'price')
  const connector = CONNECTORS.find((known) => known === rawTextOf(form, 'connector')) ?? 'type2'
  const per = rawTextOf(form, 'per') === 'hour' ? 'hour' : 'kwh'
  return {
    connector,
    power_kw: powerOf(form),
    count: wholeOf(form, 'chargers') ?? 1,
    price,
    per: price === null ? null : per,
  }
}

/** Returns degrees, rounded to about a metre; null when no position was added. */
function degreesOf(form: FormData, name: 'lat' | 'lng'): number | null {
  const text = rawTextOf(form, name)
  return text === '' ? null : Math.round(Number(text) * 1e5) / 1e5
}

/** Returns the offered place; the form must have been checked. */
export function toOffer(form: FormData, topic: ContactTopic): SpaceOffer {
  const country = rawTextOf(form, 'country')
  return {
    country_code: isCountryCode(country) ? country : 'NG',
    address: plainTextOf(form, 'address'),
    city: plainTextOf(form, 'city'),
    lat: degreesOf(form, 'lat'),
    lng: degreesOf(form, 'lng'),
    spaces: wholeOf(form, 'spaces') ?? 1,
    hourly: priceOf(form, 'hourly') ?? 0,
    charger: topic === 'charger' ? chargerOf(form) : null,
  }
}
