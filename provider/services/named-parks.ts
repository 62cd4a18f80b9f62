/** What operators' files and requests name: car parks by their codes, and amounts in the currency of a country. */
import { type CountryCode, getCountry } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { type DevicePark, findParkIds } from '../repositories/pairing.ts'
import { isWithin, type Within } from '../rules/operator-rights.ts'
import { type Objection, objectTo } from '../rules/refusal.ts'

/** What an operator wants to be there. */
export interface Offer<Body> {
  readonly body: Body
  /** The car parks that they may act for. */
  readonly within: Within
  readonly nowMs: number
}

export interface NamedParks {
  readonly country: CountryCode
  readonly codes: readonly string[]
  readonly within: Within
  /** Of the body. */
  readonly field: string
}

/** The car parks in the order of their codes. One that is somebody else's is refused as one that there is not. */
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

/** Ids; null where none are named: everywhere in the country, which somebody with car parks of their own may not say. */
export async function findParksOrAll(
  db: Queryable,
  named: Omit<NamedParks, 'codes'> & { readonly codes: readonly string[] | null },
): Promise<Result<readonly number[] | null, Objection>> {
  const { codes } = named
  if (codes === null) return named.within === null ? ok(null) : err(NOT_YOURS)
  const parks = await findNamedParks(db, { ...named, codes })
  return parks.ok ? ok(parks.value.map(({ id }) => id)) : parks
}

/** Of what would hold elsewhere too. */
export const NOT_YOURS: Objection = { code: 'forbidden', words: 'Only for the car parks of this key.' }

/** Undefined: the amounts are in the country's currency. */
export function findCurrencyTrouble(country: CountryCode, currency: Currency): Objection | undefined {
  const expected = getCountry(country).currency
  return currency === expected ? undefined : objectTo('currency', `Amounts in ${country} are in ${expected}.`)
}
