import type { CountryCode } from './country.ts'

export interface PlateFormat {
  /** Matches the normalised plate. */
  readonly pattern: RegExp
  readonly example: string
}

/** Builds the pattern from a plate as seen on a car: each letter stands for any letter, each digit for any digit. */
const format = (example: string): PlateFormat => ({
  example,
  pattern: new RegExp(
    `^${example
      .replace(/[^A-Z0-9]/g, '')
      .replace(/[A-Z]/g, '[A-Z]')
      .replace(/[0-9]/g, '[0-9]')}$`,
  ),
})

/** Standard passenger series; the first is the current one and serves as the example. */
const NATIONAL: Readonly<Record<CountryCode, readonly PlateFormat[]>> = {
  NG: ['ABC-123DE', 'AB123-CDE'].map(format),
  // The last one or two characters are the region; older series are DK-1234-A and DK-1234-AB.
  SN: ['AA-999-AA', 'AA-999-AA-DK', 'AA-999-AA-01', 'DK-1234-A', 'DK-1234-AB'].map(format),
  CA: [],
  US: [],
}

/** For regions without a known series: five to eight letters and digits, with at least one digit. */
const ANY_REGION: readonly PlateFormat[] = [{ example: 'ABC 1234', pattern: /^(?=.*[0-9])[0-9A-Z]{5,8}$/ }]

interface Region {
  readonly code: string
  readonly names: readonly string[]
  readonly formats: readonly PlateFormat[]
}

const region = (code: string, name: string, ...examples: string[]): Region => ({
  code,
  names: [code, name].map(fold),
  formats: examples.map(format),
})

const PROVINCES: readonly Region[] = [
  region('ON', 'Ontario', 'ABCD 123', 'ABC 123', '123 ABC'),
  region('QC', 'Quebec', 'A12 BCD', 'ABC 123', '123 ABC'),
  region('BC', 'British Columbia', 'AB1 23C', 'ABC 123', '123 ABC'),
  region('AB', 'Alberta', 'ABC-1234', 'ABC-123'),
  region('MB', 'Manitoba', 'ABC 123'),
  region('SK', 'Saskatchewan', '123 ABC'),
  region('NS', 'Nova Scotia', 'ABC 123'),
  region('NB', 'New Brunswick', 'ABC 123'),
  region('NL', 'Newfoundland and Labrador', 'ABC 123'),
  region('PE', 'Prince Edward Island', '12 3AB', 'AB 123'),
  region('YT', 'Yukon', 'ABC 12'),
  region('NT', 'Northwest Territories', '123456'),
  region('NU', 'Nunavut', '123 456'),
]

const STATES: readonly Region[] = [
  region('CA', 'California', '1ABC234'),
  region('NY', 'New York', 'ABC-1234'),
  region('TX', 'Texas', 'ABC-1234', 'AB1-C234'),
  region('FL', 'Florida', 'ABC D12', 'AB1 2CD', '12A BCD', 'ABC 123'),
  region('IL', 'Illinois', 'AB 12345', 'A12 3456', '123 4567'),
  region('NJ', 'New Jersey', 'A12-BCD', 'ABC-12D'),
  region('PA', 'Pennsylvania', 'ABC-1234'),
  region('MA', 'Massachusetts', '1ABC 23', '123 AB4', '12A B34'),
  region('WA', 'Washington', 'ABC1234', 'ABC 123'),
]

const REGIONS: Readonly<Record<CountryCode, readonly Region[]>> = { NG: [], SN: [], CA: PROVINCES, US: STATES }

/** Returns the region's series if known, else the country's. */
export function findPlateFormats(country: CountryCode, name: string | null | undefined): readonly PlateFormat[] {
  const wanted = fold(name ?? '')
  const known = REGIONS[country].find(({ names }) => names.includes(wanted))?.formats ?? NATIONAL[country]
  return known.length > 0 ? known : ANY_REGION
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
