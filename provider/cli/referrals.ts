import { referralTermsBody } from '../../src/contract/operator-plans.ts'
import { type CountryCode, getCountry, isCountryCode } from '../../src/domain/country.ts'
import { parseMinor } from '../../src/domain/money.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { listReferrals, listTerms, type TermsRow } from '../repositories/referral-reads.ts'
import { endTerms, setTerms } from '../services/referral-terms.ts'
import type { Printed } from './attendants.ts'
import { checkBody } from './offer-file.ts'

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

async function set(db: Database, country: CountryCode, words: readonly string[]): Promise<Printed> {
  const { currency } = getCountry(country)
  const amounts = words.slice(0, 3).map((word) => parseMinor(word, currency))
  const wrong = amounts.findIndex((amount) => !amount.ok || amount.value === 0)
  if (wrong >= 0) return refused(`Not an amount in ${currency}: ${words[wrong] ?? ''}`)
  const [referrer, referred, minimum] = amounts.map((amount) => (amount.ok ? amount.value : 0))
  const body = checkBody(referralTermsBody, { currency, referrer, referred, minimum, limit: Number(words[3]) })
  if (!body.ok) return refused(body.error)
  const row = await setTerms(db, { country, body: body.value, nowMs: systemClock.now() })
  return row.ok ? said(termsLine(row.value)) : refused(row.error.words)
}

/** `words`: the arguments after `referrals`. */
export async function runReferrals(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', country = ''] = words
  if (verb === 'list') return said(...(await listTerms(db)).map(termsLine))
  if (verb === 'log') {
    const rows = await listReferrals(db)
    return said(...rows.map((row) => [row.referrer, row.referred, row.state, row.reason ?? ''].join('  ').trimEnd()))
  }
  if (verb !== 'set' && verb !== 'end') return { lines: [USAGE], exitCode: 2 }
  if (!isCountryCode(country)) return refused('COUNTRY is NG, SN, US or CA.')
  if (verb === 'set') return set(db, country, words.slice(2))
  const ended = await db.transaction((tx) => endTerms(tx, { country, nowMs: systemClock.now() }))
  return ended.ok ? said(termsLine(ended.value.terms)) : refused(ended.error.words)
}
