import type { ParkLine } from './park-line.ts'

/** What a mapper wrote instead of a name: it tells no car park from another. */
const NO_NAMES: ReadonlySet<string> = new Set([
  ...[
    'public',
    'private',
    'permit',
    'customers',
    'customer parking',
    'free parking',
    'véhicule',
    'vehicule',
    'vehicle',
  ],
  ...['car park', 'carpark', 'parking', 'parking lot', 'parking garage', 'garage', 'lot', 'parking public'],
])
/** A register of licences names the firm that holds one, not the place. */
const FIRM = /[\s,]+(?:LLC|L\.L\.C|INC|CORP|CORPORATION|LTD|CO|COMPANY)\.?\s*$/
const SURELY_FIRM = /\b(?:LLC|INC|CORP)\.?\s*$/i
/** No small letter, and three large ones together or a numbered street: "120 W 45TH ST". */
const SHOUTED = /^[^\p{Ll}]*(?:\p{Lu}{3}|\d(?:ST|ND|RD|TH)\b)[^\p{Ll}]*$/u
/** A source's remarks for itself, behind the address. */
const REMARKS = /\s+-\s+reduced parking\b.*$|\s*\(parks\)\s*$/i
const KEPT_UPPER = /^(?:[NSEW]|N[EW]|S[EW]|II|III|IV)$/

const calmWord = (word: string): string => {
  if (KEPT_UPPER.test(word)) return word
  return /^\d/.test(word) ? word.toLowerCase() : word.charAt(0) + word.slice(1).toLowerCase()
}

/** "777 3RD AVE" as "777 3rd Ave". Text with small letters, and one word alone, which may be an acronym, stay. */
function calm(text: string): string {
  return SHOUTED.test(text) && text.includes(' ') ? text.replace(/[\p{L}\d]+/gu, calmWord) : text
}

/** "251 E 51ST ST, Manhattan": the street is shouted, the town is not. */
const calmParts = (text: string): string => text.split(', ').map(calm).join(', ')

function plainName({ name, kind }: ParkLine, address: string | null): string | null {
  if (name === null || NO_NAMES.has(name.toLowerCase())) return null
  if (!SURELY_FIRM.test(name) && !(FIRM.test(name) && SHOUTED.test(name))) return calm(name)
  const street = address?.split(', ')[0]
  if (street === undefined) return calm(name.replace(FIRM, ''))
  return kind === 'garage' ? `Garage, ${street}` : `Car park, ${street}`
}

/** The line as drivers can read it: no firm for a name, no capitals for a street, no remark in an address. */
export function plainLine(line: ParkLine): ParkLine {
  const address = line.address === null ? null : calmParts(line.address.replace(REMARKS, ''))
  return { ...line, address, name: plainName(line, address) }
}
