/** The credit for both drivers of a referral, set by operators from the command line and through the API. */
import type { ReferralTerms, ReferralTermsBody } from '../../src/contract/operator-plans.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { insertTerms, listTerms, lockTerms, type TermsRow } from '../repositories/referral-reads.ts'
import type { Objection } from '../rules/refusal.ts'
import { findCurrencyTrouble } from './named-parks.ts'

export const toTermsWire = (row: TermsRow): ReferralTerms => ({
  country_code: row.country_code,
  currency: row.currency,
  referrer: row.referrer_minor,
  referred: row.referred_minor,
  minimum: row.minimum_minor,
  limit: row.monthly_limit,
  active: row.active,
  valid_from: toRfc3339(row.valid_from),
  demo: row.demo,
})

/** Sets the terms for codes entered from then on. */
export async function setTerms(
  tx: Queryable,
  { country, body, nowMs }: { readonly country: CountryCode; readonly body: ReferralTermsBody; readonly nowMs: number },
): Promise<Result<TermsRow, Objection>> {
  const trouble = findCurrencyTrouble(country, body.currency)
  if (trouble !== undefined) return err(trouble)
  const row: TermsRow = {
    ...{ country_code: country, valid_from: toInstant(nowMs), currency: body.currency, active: true, demo: false },
    ...{ referrer_minor: body.referrer, referred_minor: body.referred },
    ...{ minimum_minor: body.minimum, monthly_limit: body.limit },
  }
  await insertTerms(tx, row)
  return ok(row)
}

/** Ends the terms: codes entered from then on give nothing there. Ending twice has no further effect. */
export async function endTerms(
  tx: Queryable,
  { country, nowMs }: { readonly country: CountryCode; readonly nowMs: number },
): Promise<Result<{ readonly terms: TermsRow; readonly isChanged: boolean }, Objection>> {
  await lockTerms(tx, country)
  const known = (await listTerms(tx)).find(({ country_code: code }) => code === country)
  if (known === undefined) return err({ code: 'not_found', words: 'Nothing is given in this country.' })
  if (!known.active) return ok({ terms: known, isChanged: false })
  const ended = { ...known, active: false, valid_from: toInstant(nowMs) }
  await insertTerms(tx, ended)
  return ok({ terms: ended, isChanged: true })
}
