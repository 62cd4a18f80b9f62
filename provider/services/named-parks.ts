/** Resolves the names in operators' files and requests: car parks by code, and amounts in a country's currency. */
import { type CountryCode, getCountry } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { type DevicePark, findParkIds } from '../repositories/pairing.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'

/** Something that an operator wants to create. */
export interface Offer<Body> {
  readonly body: Body
  /** The car parks that the operator may act for. */
  readonly within: Within
  readonly nowMs: number
}

export interface NamedParks {
  readonly country: CountryCode
  readonly codes: readonly string[]
  readonly within: Within
  /** The field of the body that names the car parks. */
  readonly field: string
}

/**
 * Returns the car parks in the order of their codes. One outside the operator's rights is refused as if it did not
 * exist.
 */
export async function findNamedParks(
  db: Queryable,
  { country, codes, within, field }: NamedParks,
): Promise<Result<readonly DevicePark[], Objection>> {
  const wanted = codes.map((code) => code.toUpperCase())
  if (new Set(wanted).size < wanted.length) return err(objectTo(field, 'A car park is named twice.'))
  const found = await findParkIds(db, wanted)
  const parks: DevicePark[] = []
  for (const code of wanted) {
    const park = found.get(code)
    if (park === undefined || !isWithin(within, [park.id])) {
      return err({
        code: 'park_not_found',
        fields: [{ field, code: 'invalid' }],
        words: `No car park has the code ${code}.`,
      })
    }
    if (!code.startsWith(country)) return err(objectTo(field, `Car park ${code} is not in ${country}.`))
    parks.push(park)
  }
  return ok(parks)
}

/**
 * Returns ids. Null when none are named, which means the whole country and is refused for a key limited to car parks.
 */
export async function findParksOrAll(
  db: Queryable,
  named: Omit<NamedParks, 'codes'> & { readonly codes: readonly string[] | null },
): Promise<Result<readonly number[] | null, Objection>> {
  const { codes } = named
  if (codes === null) return named.within === null ? ok(null) : err(NOT_YOURS)
  const parks = await findNamedParks(db, { ...named, codes })
  return parks.ok ? ok(parks.value.map(({ id }) => id)) : parks
}

/** For a request that would also apply to car parks of others. */
export const NOT_YOURS: Objection = { code: 'forbidden', words: 'Only for the car parks of this key.' }

/** Undefined when the amounts are in the country's currency. */
export function findCurrencyTrouble(country: CountryCode, currency: Currency): Objection | undefined {
  const expected = getCountry(country).currency
  return currency === expected ? undefined : objectTo('currency', `Amounts in ${country} are in ${expected}.`)
}
