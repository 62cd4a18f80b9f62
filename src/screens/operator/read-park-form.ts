import type { NewParkBody, ParkFacts } from '../../contract/operator-parks.ts'
import { findExchanged, isInCountries } from '../../domain/country-boxes.ts'
import { type DayHours, FROM_MONDAY, writeOpeningHours } from '../../domain/opening-week.ts'
import { readPosition } from '../../domain/places/coordinates.ts'
import { isTaxNumber, REGISTERED_TAXES, type RegisteredTax } from '../../domain/tax-registration.ts'
import { checkName, checkOptional, type FieldProblem, plainTextOf, rawTextOf } from '../../parts/field-checks.ts'

import { checkChargers, type ChargerField, type ChargerProblem, readChargers } from './read-chargers.ts'

const ADDRESS_MAX = 200
const CAPACITY_MAX = 100_000

export type ParkProblem =
  | 'required'
  | 'too_long'
  | 'whole'
  | 'promised'
  | 'accessible'
  | 'height'
  | 'degrees'
  | 'exchanged'
  | 'abroad'
  | 'hours'
  | 'tax_number'
  | ChargerProblem

export type ParkField =
  | 'name'
  | 'address'
  | 'city'
  | 'state'
  | 'lat'
  | 'lng'
  | 'capacity'
  | 'accessible'
  | 'height'
  | 'week'
  | `tax_${RegisteredTax}`
  | ChargerField
export type ParkProblems = Partial<Record<ParkField, ParkProblem>>

/** The facts in a form; fields that it does not show are absent. */
export type FormFacts = Omit<ParkFacts, NotAlwaysShown> & Partial<Pick<ParkFacts, NotAlwaysShown>>
type NotAlwaysShown = 'chargers' | 'opening_hours' | 'refund_policy' | 'tax_registration'

const DECIMAL = /^-?\d{1,3}(?:\.\d+)?$/

const textOf = (form: FormData, name: string): string => rawTextOf(form, name).normalize('NFKC').trim()
const numberOf = (text: string): number => (DECIMAL.test(text) ? Number(text) : Number.NaN)
const decimalOf = (text: string): number => numberOf(text.replace(',', '.'))
const wholeOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

/** A position pasted into the first field wins over whatever the second one still contains. */
function readFields(form: FormData): ParkFacts['position'] {
  const lat = textOf(form, 'lat')
  const pasted = readPosition(lat)
  if (pasted?.kind !== 'at') return { lat: decimalOf(lat), lng: decimalOf(textOf(form, 'lng')) }
  // Keep the order as pasted; the operator corrects it.
  return pasted.isSwapped ? { lat: pasted.at.lng, lng: pasted.at.lat } : pasted.at
}

function checkPosition(position: ParkFacts['position']): ParkProblems {
  const { lat, lng } = position
  if (findExchanged(position) !== null) return { lat: 'exchanged' }
  if (!(Math.abs(lat) <= 90)) return { lat: 'degrees' }
  if (!(Math.abs(lng) <= 180)) return { lng: 'degrees' }
  return isInCountries(position) ? {} : { lat: 'abroad' }
}

/** Returns null when the fields do not contain a valid position for a car park. */
export function findPlace(form: FormData): ParkFacts['position'] | null {
  const position = readFields(form)
  return Object.keys(checkPosition(position)).length === 0 ? position : null
}

/** Returns undefined when a day has only one of its two times. */
export function readWeek(form: FormData): readonly DayHours[] | undefined {
  const week: DayHours[] = [null, null, null, null, null, null, null]
  for (const day of FROM_MONDAY) {
    const [from, to] = [textOf(form, `from${day}`), textOf(form, `to${day}`)]
    if ((from === '') !== (to === '')) return undefined
    if (from !== '') week[day] = { from, to }
  }
  return week
}

/** Returns the hours as text, `kept` when unchanged, undefined when the week is invalid. */
function readHours(form: FormData): { readonly text: string | null } | 'kept' | undefined {
  const choice = rawTextOf(form, 'hours')
  if (choice === 'other') return 'kept'
  if (choice !== 'week') return { text: choice === 'always' ? '24/7' : null }
  const week = readWeek(form)
  const text = week === undefined ? null : writeOpeningHours(week)
  return text === null ? undefined : { text }
}

const orNull = (text: string): string | null => (text === '' ? null : text)
const COVERED: Readonly<Record<string, boolean>> = { yes: true, no: false }

/** Returns null when empty. */
function optionalNumber(form: FormData, name: string, read: (text: string) => number): number | null {
  const text = textOf(form, name)
  return text === '' ? null : read(text)
}

const isTyped = (text: string): boolean => text !== ''
const numberAt = (form: FormData, tax: RegisteredTax): string => plainTextOf(form, `tax_${tax}`)

/** Returns nothing when the form has no tax fields; null restores the default. */
function readTaxes(form: FormData): Partial<Pick<ParkFacts, 'tax_registration'>> {
  const choice = rawTextOf(form, 'taxes')
  if (choice === '') return {}
  if (choice === 'no') return { tax_registration: { registered: false, numbers: {} } }
  const typed = REGISTERED_TAXES.map((tax) => [tax, numberAt(form, tax)] as const).filter(([, text]) => isTyped(text))
  return { tax_registration: typed.length === 0 ? null : { registered: true, numbers: Object.fromEntries(typed) } }
}

const checkTaxes = (form: FormData): ParkProblems =>
  Object.fromEntries(
    REGISTERED_TAXES.filter((tax) => isTyped(numberAt(form, tax)) && !isTaxNumber(numberAt(form, tax))).map((tax) => [
      `tax_${tax}`,
      'tax_number' as const,
    ]),
  )

/** Reads the form; requires `checkPark` to have found no problem. */
export function readPark(form: FormData): FormFacts {
  const hours = readHours(form)
  const chargers = readChargers(form)
  const policy = rawTextOf(form, 'policy')
  return {
    name: plainTextOf(form, 'name'),
    address: orNull(plainTextOf(form, 'address')),
    city: orNull(plainTextOf(form, 'city')),
    state: orNull(plainTextOf(form, 'state')),
    kind: rawTextOf(form, 'kind') as ParkFacts['kind'],
    position: readFields(form),
    capacity: wholeOf(textOf(form, 'capacity')),
    accessible_spaces: optionalNumber(form, 'accessible', wholeOf),
    height_limit_m: optionalNumber(form, 'height', decimalOf),
    covered: COVERED[rawTextOf(form, 'covered')] ?? null,
    ...(typeof hours === 'object' ? { opening_hours: hours.text } : {}),
    ...(chargers === undefined ? {} : { chargers }),
    ...(policy === '' ? {} : { refund_policy: policy as ParkFacts['refund_policy'] }),
    ...readTaxes(form),
  }
}

export const readCountry = (form: FormData): NewParkBody['country_code'] =>
  rawTextOf(form, 'country') as NewParkBody['country_code']

function checkSpaces({ capacity, accessible_spaces: accessible }: FormFacts, promised: number): ParkProblems {
  if (!(capacity >= 1 && capacity <= CAPACITY_MAX)) return { capacity: 'whole' }
  if (capacity < promised) return { capacity: 'promised' }
  if (accessible === null) return {}
  if (Number.isNaN(accessible)) return { accessible: 'whole' }
  return accessible > capacity ? { accessible: 'accessible' } : {}
}

const textProblem = (field: ParkField, problem: FieldProblem | undefined): ParkProblems =>
  problem === 'required' || problem === 'too_long' ? { [field]: problem } : {}

const checkTexts = (form: FormData): ParkProblems => ({
  ...textProblem('name', checkName(rawTextOf(form, 'name'))),
  ...textProblem('address', checkOptional(rawTextOf(form, 'address'), ADDRESS_MAX)),
  ...textProblem('city', checkOptional(rawTextOf(form, 'city'), 120)),
  ...textProblem('state', checkOptional(rawTextOf(form, 'state'), 120)),
})

/** Returns the problems, in the order of the fields. `promised`: spaces that drivers have already booked. */
export function checkPark(form: FormData, promised: number): ParkProblems {
  const facts = readPark(form)
  const { height_limit_m: height } = facts
  return {
    ...checkTexts(form),
    ...checkPosition(facts.position),
    ...checkSpaces(facts, promised),
    ...(height === null || (height >= 1 && height <= 20) ? {} : { height: 'height' as const }),
    ...(readHours(form) === undefined ? { week: 'hours' as const } : {}),
    ...checkChargers(form),
    ...checkTaxes(form),
  }
}
