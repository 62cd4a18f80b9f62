import type { OperatorEventBody } from '../../../contract/operator-events.ts'
import { type CountryCode, getCountry, isCountryCode } from '../../../domain/country.ts'
import { type Instant, toRfc3339 } from '../../../domain/instant.ts'
import type { Currency } from '../../../domain/money.ts'
import { readPosition } from '../../../domain/places/coordinates.ts'
import { parseLocalInput } from '../../../domain/zone.ts'
import type { LatLng } from '../../../lib/cell.ts'
import { checkName, checkOptional, NAME_MAX, plainTextOf, rawTextOf } from '../../../parts/field-checks.ts'
import { readMoney } from '../../../parts/read-amount.ts'

/** The API contract's limit, minor units. */
const PRICE_MAX = 100_000_000_000
const HELD_MAX = 1_000_000
const CODE_MIN = 6
export const CODE_MAX = 40

export type EventProblem =
  | 'required'
  | 'too_long'
  | 'time'
  | 'times'
  | 'end'
  | 'ahead'
  | 'position'
  | 'code'
  | 'whole'
  | 'price'
  | 'park'
  | 'countries'

/** By field name; a car park's fields end with its code. */
export type EventProblems = Partial<Record<string, EventProblem>>

const TIMES = ['parking_from', 'starts_at', 'ends_at', 'parking_until'] as const
export type EventTime = (typeof TIMES)[number]

export const heldName = (code: string): string => `held_${code}`
export const priceName = (code: string): string => `price_${code}`

/** A car park's code begins with its country. */
export function countryOf(code: string): CountryCode {
  const country = code.slice(0, 2)
  return isCountryCode(country) ? country : 'CA'
}
export const currencyOf = (code: string): Currency => getCountry(countryOf(code)).currency

const textProblem = (field: string, found: string | undefined): EventProblems =>
  found === 'required' || found === 'too_long' ? { [field]: found } : {}

export const checkFacts = (form: FormData): EventProblems => ({
  ...textProblem('name', checkName(rawTextOf(form, 'name'))),
  ...textProblem('venue', checkName(rawTextOf(form, 'venue'))),
  ...textProblem('city', checkOptional(rawTextOf(form, 'city'), NAME_MAX)),
})

export const readFacts = (form: FormData): Pick<OperatorEventBody, 'name' | 'venue' | 'city'> => {
  const city = plainTextOf(form, 'city')
  return { name: plainTextOf(form, 'name'), venue: plainTextOf(form, 'venue'), city: city === '' ? null : city }
}

const heldOf = (form: FormData, code: string): number => {
  const text = rawTextOf(form, heldName(code)).normalize('NFKC').trim()
  return /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
}

function priceOf(form: FormData, code: string): number {
  const read = readMoney(rawTextOf(form, priceName(code)).normalize('NFKC'), currencyOf(code))
  return read.ok && read.value <= PRICE_MAX ? read.value : Number.NaN
}

/** `codes`: the chosen car parks. */
export function checkParks(form: FormData, codes: readonly string[]): EventProblems {
  const [first] = codes
  if (first === undefined) return { parks: 'park' }
  if (codes.some((code) => countryOf(code) !== countryOf(first))) return { parks: 'countries' }
  const found = codes.flatMap((code): [string, EventProblem][] => [
    ...(heldOf(form, code) >= 1 && heldOf(form, code) <= HELD_MAX
      ? []
      : [[heldName(code), 'whole'] as [string, EventProblem]]),
    ...(Number.isNaN(priceOf(form, code)) ? [[priceName(code), 'price'] as [string, EventProblem]] : []),
  ])
  return Object.fromEntries(found)
}

/** Requires `checkParks` to have found no problem. */
export const readParks = (form: FormData, codes: readonly string[]): Pick<OperatorEventBody, 'parks' | 'currency'> => ({
  parks: codes.map((code) => ({ code, held: heldOf(form, code), price: priceOf(form, code) })),
  currency: currencyOf(codes[0] ?? ''),
})

/** Returns undefined when empty or not a valid time. All times share one zone, so their texts sort chronologically. */
export function findTime(form: FormData, name: string, zone: string): Instant | undefined {
  const read = parseLocalInput(rawTextOf(form, name), zone)
  return read.ok ? read.value.instant : undefined
}

function checkTimes(form: FormData): EventProblems {
  const missing = TIMES.filter((name) => findTime(form, name, 'UTC') === undefined)
  if (missing.length > 0) return Object.fromEntries(missing.map((name) => [name, 'time']))
  const [from = '', start = '', end = '', until = ''] = TIMES.map((name) => rawTextOf(form, name))
  if (end <= start) return { ends_at: 'end' }
  if (from > start) return { parking_from: 'times' }
  return until < end ? { parking_until: 'times' } : {}
}

/** Returns null when empty, undefined when the text is not a position. */
function readVenuePosition(form: FormData): LatLng | null | undefined {
  const text = rawTextOf(form, 'position').trim()
  if (text === '') return null
  const read = readPosition(text)
  return read?.kind === 'at' ? read.at : undefined
}

export const checkAccessCode = (form: FormData): EventProblems => {
  const text = rawTextOf(form, 'access_code')
  const isCode = text.length <= CODE_MAX && text.replaceAll(/[^A-Za-z0-9]/g, '').length >= CODE_MIN
  return isCode ? {} : { access_code: 'code' }
}

interface EventChoice {
  readonly codes: readonly string[]
  readonly isPrivate: boolean
}

/** Returns the problems, in the order of the fields. */
export const checkEvent = (form: FormData, { codes, isPrivate }: EventChoice): EventProblems => ({
  ...checkFacts(form),
  ...(readVenuePosition(form) === undefined ? { position: 'position' as const } : {}),
  ...checkTimes(form),
  ...checkParks(form, codes),
  ...(isPrivate ? checkAccessCode(form) : {}),
})

/** Requires `checkEvent` to have found no problem. `zone`: time zone of the car parks. */
export function readEvent(
  form: FormData,
  { codes, isPrivate, zone }: EventChoice & { zone: string },
): OperatorEventBody {
  const position = readVenuePosition(form) ?? null
  const time = (name: EventTime): string => toRfc3339(findTime(form, name, zone) ?? (0 as Instant))
  return {
    ...readFacts(form),
    ...{
      country_code: countryOf(codes[0] ?? ''),
      lat: position?.lat ?? null,
      lng: position?.lng ?? null,
      timezone: zone,
    },
    ...{ starts_at: time('starts_at'), ends_at: time('ends_at') },
    ...{ parking_from: time('parking_from'), parking_until: time('parking_until') },
    ...{ access_code: isPrivate ? rawTextOf(form, 'access_code').trim() : null },
    ...readParks(form, codes),
  }
}
