/** In the sandbox, the referral credit in each country, marked as invented. */
import { COUNTRIES, getCountry } from '../../src/domain/country.ts'
import { toInstant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { insertTerms, listTerms } from '../repositories/referral-reads.ts'
import type { ProviderDeps } from './deps.ts'

/** Minor units: the credit for each of the two drivers, and the minimum price of the stay. */
const AMOUNTS: Readonly<Record<Currency, readonly [credit: number, minimum: number]>> = {
  NGN: [100_000, 50_000],
  XOF: [1_000, 500],
  USD: [500, 300],
  CAD: [500, 300],
}

/** Sets terms for each country that has never had any. */
export async function ensureDemoReferrals({
  db,
  clock,
  config,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  if (!config.sandbox) return
  const known = new Set((await listTerms(db)).map(({ country_code: country }) => country))
  for (const { code } of COUNTRIES.filter((country) => !known.has(country.code))) {
    const { currency } = getCountry(code)
    const [credit, minimum] = AMOUNTS[currency]
    await insertTerms(db, {
      ...{ country_code: code, valid_from: toInstant(clock.now()), currency, active: true, demo: true },
      ...{ referrer_minor: credit, referred_minor: credit, minimum_minor: minimum, monthly_limit: 5 },
    })
  }
}
