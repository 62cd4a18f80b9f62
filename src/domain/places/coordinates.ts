import type { LatLng } from '../../lib/cell.ts'
import { isInCountries } from '../country-boxes.ts'
import { readMapLink } from './map-link.ts'
import { parsePlusCode } from './plus-code.ts'

/**
 * Typed or pasted coordinates. `at`: a position; `isSwapped` if it is only plausible with the two numbers exchanged.
 * `outside`: numbers that are not on earth. `link`: a link without a position (a short one); `words`: a link with a
 * search text.
 */
export type TypedPosition =
  | { readonly kind: 'at'; readonly at: LatLng; readonly isSwapped: boolean }
  | { readonly kind: 'outside' }
  | { readonly kind: 'link' }
  | { readonly kind: 'words'; readonly text: string }

/** Longer text is a page pasted by mistake, not a position, even if it contains numbers. */
const MAX_TEXT_LENGTH = 2_000
const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180
const DECIMALS = 1e6

const isOnEarth = ({ lat, lng }: LatLng): boolean => Math.abs(lat) <= MAX_LATITUDE && Math.abs(lng) <= MAX_LONGITUDE

const round = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS

/** Swaps the numbers if only the swapped pair is on earth, or only that pair is in one of the four countries. */
function settle(lat: number, lng: number): TypedPosition {
  const read = { lat: round(lat), lng: round(lng) }
  const swapped = { lat: round(lng), lng: round(lat) }
  const isReadable = isOnEarth(read)
  if (isReadable && (isInCountries(read) || !isInCountries(swapped))) return { kind: 'at', at: read, isSwapped: false }
  return isOnEarth(swapped) ? { kind: 'at', at: swapped, isSwapped: true } : { kind: 'outside' }
}

/** Accepts French decimal commas, "6,4541"; a comma between two numbers is left alone. */
const withPoints = (text: string): string => {
  const pair = /^([+-]?\d{1,3}),(\d+)(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}),(\d+)$/.exec(text)
  return pair === null ? text : `${pair[1] ?? ''}.${pair[2] ?? ''} ${pair[3] ?? ''}.${pair[4] ?? ''}`
}

const DECIMAL_PAIR = /^\(?\[?([+-]?\d{1,4}(?:\.\d+)?)°?(?:\s*[,;/]\s*|\s+)([+-]?\d{1,4}(?:\.\d+)?)°?\]?\)?$/

/**
 * An angle with its compass direction on either side: `43°39'11.5"N`, `N 43 39 11.5`, `6.4541 N`; O is French for west.
 */
const QUARTER = String.raw`([NSEWO])`
const ANGLE = String.raw`(\d{1,3}(?:[.,]\d+)?)\s*[°ºd]?\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*['’′m]?\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["”″s]|''|′′)?\s*)?`
const AFTER = new RegExp(`^${ANGLE}${QUARTER}[,;\\s]*${ANGLE}${QUARTER}$`, 'i')
const BEFORE = new RegExp(`^${QUARTER}\\s*${ANGLE}[,;\\s]*${QUARTER}\\s*${ANGLE}$`, 'i')

const toNumber = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'))

interface Angle {
  readonly quarter: string
  readonly degrees: number
}

const toAngle = (quarter: string | undefined, [degrees, minutes, seconds]: readonly (string | undefined)[]): Angle => {
  const letter = (quarter ?? '').toUpperCase().replace('O', 'W')
  const value = toNumber(degrees) + toNumber(minutes) / 60 + toNumber(seconds) / 3600
  return { quarter: letter, degrees: letter === 'S' || letter === 'W' ? -value : value }
}

function readAngles(text: string): TypedPosition | undefined {
  const after = AFTER.exec(text)
  const before = after === null ? BEFORE.exec(text) : null
  const angles =
    after !== null
      ? [toAngle(after[4], after.slice(1, 4)), toAngle(after[8], after.slice(5, 8))]
      : before !== null
        ? [toAngle(before[1], before.slice(2, 5)), toAngle(before[5], before.slice(6, 9))]
        : []
  const latitude = angles.find(({ quarter }) => quarter === 'N' || quarter === 'S')
  const longitude = angles.find(({ quarter }) => quarter === 'E' || quarter === 'W')
  if (latitude === undefined || longitude === undefined) return undefined
  const at = { lat: round(latitude.degrees), lng: round(longitude.degrees) }
  return isOnEarth(at) ? { kind: 'at', at, isSwapped: false } : { kind: 'outside' }
}

/** "lat: 6.4541, lng: 3.3947" in any order, as in forms and files. */
const LATITUDE = /\blat(?:itude)?["']?\s*[:=]?\s*([+-]?\d{1,4}[.,]\d+)/i
const LONGITUDE = /\blo?ng?(?:itude)?["']?\s*[:=]?\s*([+-]?\d{1,4}[.,]\d+)/i

/** "6.4541 degrees north, 3.3947 degrees east", in both languages. */
const SAID: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:degrees?|degrés?|deg)(?![\p{L}])/giu, '°'],
  [/\bminutes?\b/gi, "'"],
  [/\bsecond(?:e?s)?\b/gi, '"'],
  [/\b(?:north|nord)\b/gi, 'N'],
  [/\b(?:south|sud)\b/gi, 'S'],
  [/\b(?:east|est)\b/gi, 'E'],
  [/\b(?:west|ouest)\b/gi, 'W'],
  [/\b(?:and|et|by)\b/gi, ','],
]

function readSaid(text: string): TypedPosition | undefined {
  const [lat, lng] = [LATITUDE.exec(text)?.[1], LONGITUDE.exec(text)?.[1]]
  if (lat !== undefined && lng !== undefined) return settle(toNumber(lat), toNumber(lng))
  // "6 East 42nd" is a street address.
  if (!/\d[.,]\d|\b(?:degr|deg)/i.test(text)) return undefined
  return readAngles(SAID.reduce((said, [word, sign]) => said.replace(word, sign), text))
}

/** Reads coordinates in the forms that people type and phones share. Returns undefined for any other text. */
export function readPosition(typed: string): TypedPosition | undefined {
  if (typed.length > MAX_TEXT_LENGTH) return undefined
  const text = typed
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\s+/g, ' ')
  const link = readMapLink(text)
  if (link !== undefined) {
    if (link.pair !== null) return settle(Number(link.pair[0]), Number(link.pair[1]))
    return link.text === '' ? { kind: 'link' } : { kind: 'words', text: link.text }
  }
  const code = parsePlusCode(text)
  if (code !== undefined) return { kind: 'at', at: { lat: round(code.lat), lng: round(code.lng) }, isSwapped: false }
  const [pair = '', lat, lng] = DECIMAL_PAIR.exec(withPoints(text)) ?? []
  // Two integers are more likely a house number and a street in New York.
  if (lat !== undefined && lng !== undefined && pair.includes('.')) return settle(Number(lat), Number(lng))
  return readAngles(text) ?? readSaid(text)
}
