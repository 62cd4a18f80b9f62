/** Referral reads: a driver's own counts, the terms, and due emails. */
import type { CountryCode } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface TermsRow {
  readonly country_code: CountryCode
  readonly valid_from: Instant
  readonly currency: Currency
  readonly active: boolean
  readonly referrer_minor: number
  readonly referred_minor: number
  readonly minimum_minor: number
  readonly monthly_limit: number
  readonly demo: boolean
}

/** Lists the newest terms of each country, including ended ones. */
export const listTerms = (db: Queryable): Promise<readonly TermsRow[]> =>
  db.query<TermsRow>('select distinct on (country_code) * from referral_terms order by country_code, terms_id desc')

/** Serialises changes of a country's terms until the transaction ends. */
export const lockTerms = (tx: Queryable, country: CountryCode): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('referral terms ' || $1::text, 0))`, [country])

export const insertTerms = (db: Queryable, { valid_from: from, ...terms }: TermsRow): Promise<unknown> =>
  db.query(
    `insert into referral_terms (country_code, valid_from, currency, active, referrer_minor, referred_minor, minimum_minor, monthly_limit, demo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[terms.country_code, new Date(from), terms.currency, terms.active, terms.referrer_minor],
      ...[terms.referred_minor, terms.minimum_minor, terms.monthly_limit, terms.demo],
    ],
  )

export interface BroughtRow {
  readonly waiting: number
  readonly credited: number
  readonly totals: readonly { readonly currency: Currency; readonly amount: number }[]
}

export async function readBrought(db: Queryable, referrerId: UserId): Promise<BroughtRow> {
  const [row] = await db.query<BroughtRow>(
    `select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'credited') as credited,
            coalesce((select json_agg(t order by t.currency) from (select currency, sum(referrer_minor) as amount from referrals
              where referrer_id = $1 and state = 'credited' group by currency) as t), '[]') as totals
       from referrals where referrer_id = $1`,
    [referrerId],
  )
  return must(row, 'count of referrals')
}

/** Lists the latest referrals for operators. */
export const listReferrals = (
  db: Queryable,
): Promise<
  readonly {
    readonly referred: string
    readonly referrer: string
    readonly state: string
    readonly reason: string | null
  }[]
> =>
  db.query(
    `select u.email as referred, o.email as referrer, r.state, r.reason from referrals r
       join users u on u.user_id = r.user_id join users o on o.user_id = r.referrer_id order by r.entered_at desc limit 100`,
  )

export interface ReferralMailRow {
  readonly user_id: UserId
  readonly to_user_id: UserId
  readonly amount_minor: number
  readonly currency: Currency
}

export const insertReferralMail = (
  tx: Queryable,
  mail: ReferralMailRow & { readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    'insert into referral_mails (user_id, to_user_id, amount_minor, currency, mail_at) values ($1, $2, $3, $4, $5)',
    [mail.user_id, mail.to_user_id, mail.amount_minor, mail.currency, new Date(mail.nowMs)],
  )

/**
 * Claims the next due email. It becomes due again after `againMs` unless marked as sent. Two processes never send the
 * same one at once.
 */
export async function takeReferralMail(
  db: Queryable,
  { nowMs, againMs }: { readonly nowMs: number; readonly againMs: number },
): Promise<ReferralMailRow | undefined> {
  const [row] = await db.query<ReferralMailRow>(
    `update referral_mails set mail_at = $2
      where (user_id, to_user_id) = (select user_id, to_user_id from referral_mails where mail_at <= $1 order by mail_at limit 1
                                       for update skip locked)
     returning user_id, to_user_id, amount_minor, currency`,
    [new Date(nowMs), new Date(nowMs + againMs)],
  )
  return row
}

export const noteReferralMailed = (db: Queryable, mail: ReferralMailRow): Promise<unknown> =>
  db.query('delete from referral_mails where user_id = $1 and to_user_id = $2', [mail.user_id, mail.to_user_id])
