import type { ParkLine } from './park-line.ts'

/** Words that mappers enter instead of a name, which do not identify a car park. */
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
/** A licence register names the firm that holds the licence, not the place. */
const FIRM = /[\s,]+(?:LLC|L\.L\.C|INC|CORP|CORPORATION|LTD|CO|COMPANY)\.?\s*$/
const SURELY_FIRM = /\b(?:LLC|INC|CORP)\.?\s*$/i
/** No lower-case letter, and either three capitals in a row or a numbered street: "120 W 45TH ST". */
const SHOUTED = /^[^\p{Ll}]*(?:\p{Lu}{3}|\d(?:ST|ND|RD|TH)\b)[^\p{Ll}]*$/u
/** A source's internal remarks after the address. */
const REMARKS = /\s+-\s+reduced parking\b.*$|\s*\(parks\)\s*$/i
const KEPT_UPPER = /^(?:[NSEW]|N[EW]|S[EW]|II|III|IV)$/

const calmWord = (word: string): string => {
  if (KEPT_UPPER.test(word)) return word
  return /^\d/.test(word) ? word.toLowerCase() : word.charAt(0) + word.slice(1).toLowerCase()
}

/** "777 3RD AVE" as "777 3rd Ave". Keeps text with lower-case letters, and single words, which may be acronyms. */
function calm(text: string): string {
  return SHOUTED.test(text) && text.includes(' ') ? text.replace(/[\p{L}\d]+/gu, calmWord) : text
}

/** "251 E 51ST ST, Manhattan": the street is in capitals, the town is not. */
const calmParts = (text: string): string => text.split(', ').map(calm).join(', ')

function plainName({ name, kind }: ParkLine, address: string | null): string | null {
  if (name === null || NO_NAMES.has(name.toLowerCase())) return null
  if (!SURELY_FIRM.test(name) && !(FIRM.test(name) && SHOUTED.test(name))) return calm(name)
  const street = address?.split(', ')[0]
  if (street === undefined) return calm(name.replace(FIRM, ''))
  return kind === 'garage' ? `Garage, ${street}` : `Car park, ${street}`
}

/** Makes a line readable for drivers: no firm as the name, no street in capitals, no remark in the address. */
export function plainLine(line: ParkLine): ParkLine {
  const address = line.address === null ? null : calmParts(line.address.replace(REMARKS, ''))
  return { ...line, address, name: plainName(line, address) }
}
