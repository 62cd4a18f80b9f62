import type { CountryCode } from '../domain/country.ts'
import type { Language } from '../lib/language.ts'

const NBSP = '\u00a0'
const KM = 1000
const STEP_METRES = 10
const MILE = 1609.344
const FOOT = 0.3048
const STEP_FEET = 50
/** Longer distances are in miles: 1,000 ft are 0.2 mi. */
const MAX_FEET = 1_000
/** Distances from this many kilometres or miles on are whole numbers. */
const WHOLE_FROM = 10

/**
 * Formats straight-line distances: "230 m" to the nearest ten, "2.7 km", "18 km" from ten kilometres on; in the United
 * States, as on its signs, "750 ft", "0.2 mi", "1.7 mi", "11 mi".
 */
export function formatDistance(language: Language, metres: number, country?: CountryCode): string {
  if (country === 'US') {
    const feet = Math.max(STEP_FEET, Math.round(metres / FOOT / STEP_FEET) * STEP_FEET)
    if (feet < MAX_FEET) return `${feet}${NBSP}${language === 'fr' ? 'pi' : 'ft'}`
    return `${formatLong(language, metres / MILE)}${NBSP}mi`
  }
  const rounded = Math.round(metres / STEP_METRES) * STEP_METRES
  if (rounded < KM) return `${Math.max(STEP_METRES, rounded)}${NBSP}m`
  return `${formatLong(language, metres / KM)}${NBSP}km`
}

function formatLong(language: Language, value: number): string {
  const digits = value >= WHOLE_FROM ? 0 : 1
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)
}

const INCH = 0.0254
const INCHES_OF_A_FOOT = 12

/**
 * Formats a height limit or length: "1.95 m", "2 m"; in the United States, where signs are in feet, "1.95 m (6 ft 5
 * in)".
 */
export function formatMetres(language: Language, metres: number, country?: CountryCode): string {
  const metric = `${new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(metres)}${NBSP}m`
  if (country !== 'US') return metric
  const inches = Math.round(metres / INCH)
  const [ft, inch] = language === 'fr' ? ['pi', 'po'] : ['ft', 'in']
  const feet = `${Math.floor(inches / INCHES_OF_A_FOOT)}${NBSP}${ft}`
  const rest = inches % INCHES_OF_A_FOOT
  return `${metric} (${feet}${rest === 0 ? '' : `${NBSP}${rest}${NBSP}${inch}`})`
}
