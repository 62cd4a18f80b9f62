import { type CountryCode, getCountry, isCountryCode } from '../../src/domain/country.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { parseMinor } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { insertTerms, listReferrals, listTerms, type TermsRow } from '../repositories/referral-reads.ts'
import type { Printed } from './attendants.ts'

const USAGE = `referrals list              what both get in each country
referrals log               the last 100 codes that were entered, and what became of them
referrals set COUNTRY REFERRER REFERRED MINIMUM LIMIT
                            in units of the currency: what both get, what the stay costs at least; LIMIT credits in 30 days for one
                            driver. For codes that are entered from now on
referrals end COUNTRY       codes that are entered from now on give nothing there`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })

const termsLine = (row: TermsRow): string => {
  const money = (minor: number) => formatAmount(minor, row.currency, 'en')
  return [
    row.country_code,
    `${money(row.referrer_minor)} and ${money(row.referred_minor)}`,
    `from a stay of ${money(row.minimum_minor)}`,
    `${String(row.monthly_limit)} in 30 days`,
    row.active ? 'given' : 'ended',
    ...(row.demo ? ['demo'] : []),
  ].join('  ')
}

async function setTerms(db: Database, country: CountryCode, words: readonly string[]): Promise<Printed> {
  const { currency } = getCountry(country)
  const [referrer, referred, minimum] = words.slice(0, 3).map((word) => parseMinor(word, currency))
  const limit = Number(words[3])
  for (const [index, amount] of [referrer, referred, minimum].entries())
    if (amount?.ok !== true || amount.value <= 0) return refused(`Not an amount in ${currency}: ${words[index] ?? ''}`)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refused('LIMIT is a number from 1 to 100.')
  const valueOf = (amount: typeof referrer): number => (amount?.ok === true ? amount.value : 0)
  const row: TermsRow = {
    ...{ country_code: country, valid_from: toInstant(systemClock.now()), currency, active: true, demo: false },
    ...{ referrer_minor: valueOf(referrer), referred_minor: valueOf(referred) },
    ...{ minimum_minor: valueOf(minimum), monthly_limit: limit },
  }
  await insertTerms(db, row)
  return said(termsLine(row))
}

/** `words` begins behind `referrals`. */
export async function runReferrals(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', country = ''] = words
  if (verb === 'list') return said(...(await listTerms(db)).map(termsLine))
  if (verb === 'log') {
    const rows = await listReferrals(db)
    return said(...rows.map((row) => [row.referrer, row.referred, row.state, row.reason ?? ''].join('  ').trimEnd()))
  }
  if (verb !== 'set' && verb !== 'end') return { lines: [USAGE], exitCode: 2 }
  if (!isCountryCode(country)) return refused('COUNTRY is NG, SN, US or CA.')
  if (verb === 'set') return setTerms(db, country, words.slice(2))
  const known = (await listTerms(db)).find(({ country_code: code }) => code === country)
  if (known === undefined) return refused('Nothing is given in this country.')
  const ended = { ...known, active: false, valid_from: toInstant(systemClock.now()) }
  await insertTerms(db, ended)
  return said(termsLine(ended))
}
