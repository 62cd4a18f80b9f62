import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'

export interface FeeRow {
  readonly code: string
  readonly kind: 'flat' | 'percent'
  readonly value: number
  readonly taxed: boolean
}

/** Limit on distinct fee lists to read; a country has a handful. */
const MAX_LISTS = 100

/**
 * Lists the fees of a currency's tariffs in force. Each step of the recursion jumps to the next distinct fee list, so
 * it reads one row per list, however many parks share it.
 */
export function listFees(db: Queryable, currency: Currency): Promise<readonly FeeRow[]> {
  return db.query<FeeRow>(
    `with recursive lists as (
       (select md5((t.tariff -> 'fees')::text) as hash, t.tariff -> 'fees' as fees from park_tariffs t
         where t.superseded_at is null and t.tariff ->> 'currency' = $1
         order by md5((t.tariff -> 'fees')::text) limit 1)
       union all
       select n.hash, n.fees from lists cross join lateral (
         select md5((t.tariff -> 'fees')::text) as hash, t.tariff -> 'fees' as fees from park_tariffs t
          where t.superseded_at is null and t.tariff ->> 'currency' = $1 and md5((t.tariff -> 'fees')::text) > lists.hash
          order by md5((t.tariff -> 'fees')::text) limit 1) as n
     ), first as (select fees from lists limit $2)
     select distinct f.code, f.kind, f.value, f.taxed
       from first cross join jsonb_to_recordset(first.fees) as f (code text, kind text, value bigint, taxed boolean)
      order by f.code, f.kind, f.value, f.taxed`,
    [currency, MAX_LISTS],
  )
}
