import type { LatLng } from '../../lib/cell.ts'

/** https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md */
const ALPHABET = '23456789CFGHJMPQRVWX'
const BASE = 20
const PAIR_DIGITS = 10
const GRID_COLUMNS = 4
const GRID_ROWS = 5
const FULL = /^[2-9CFGHJMPQRVWX]{8}\+(?:[2-9CFGHJMPQRVWX]{2,7})?$/i

/**
 * Returns the centre of a full plus code such as `6FR5FC3V+JV`. Returns undefined for anything else, including short
 * codes, which need a town.
 */
export function parsePlusCode(text: string): LatLng | undefined {
  if (!FULL.test(text)) return undefined
  const digits = Array.from(text.toUpperCase().replace('+', ''), (letter) => ALPHABET.indexOf(letter))
  let [lat, lng, height, width] = [-90, -180, BASE * BASE, BASE * BASE]
  for (let index = 0; index < Math.min(digits.length, PAIR_DIGITS); index += 2) {
    height /= BASE
    width /= BASE
    lat += (digits[index] ?? 0) * height
    lng += (digits[index + 1] ?? 0) * width
  }
  for (const digit of digits.slice(PAIR_DIGITS)) {
    height /= GRID_ROWS
    width /= GRID_COLUMNS
    lat += Math.floor(digit / GRID_COLUMNS) * height
    lng += (digit % GRID_COLUMNS) * width
  }
  const at = { lat: lat + height / 2, lng: lng + width / 2 }
  return Math.abs(at.lat) <= 90 && Math.abs(at.lng) <= 180 ? at : undefined
}
