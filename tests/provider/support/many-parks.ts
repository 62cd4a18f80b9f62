import type { TariffWire, TaxWire } from '../../../src/contract/tariff.ts'
import { toWire } from '../../../src/contract/wire-mapping.ts'
import type { Database, Queryable } from '../../../provider/db/database.ts'
import { indexedAfter } from '../../../provider/repositories/parks-copy.ts'
import { TEST_TARIFF, TEST_TAX } from './test-parks.ts'

const PLACES = 2_000

/**
 * Inserts parks as a large provider has them: 2,000 towns in four countries, the largest with some thousand parks and
 * most with a few dozen, identical in every run. A quarter is covered, a twelfth has chargers, a ninth accessible
 * spaces. Every park has the words "parking" and its town, every second one "lot", every tenth a number of its own.
 * Uses one statement per table.
 */
export const insertManyParks = (db: Database, count: number): Promise<void> =>
  db.transaction((tx) => indexedAfter(tx, () => insertAll(tx, count)))

async function insertAll(db: Queryable, count: number): Promise<void> {
  await db.query('select setseed(0.5)')
  await db.query(
    `with towns as materialized (
       select n as town, (array['NG','US','US','US','CA','CA','SN','NG','US','US'])[1 + n % 10] as country, random() as a, random() as b
         from generate_series(0, $2::integer - 1) as n
     ), spread as (
       select n, town, country,
              case country when 'NG' then 4 + 9 * a when 'US' then 25 + 23 * a when 'CA' then 43 + 10 * a else 12.5 + 4 * a end
                + (random() + random() + random() - 1.5) * 0.1 as lat,
              case country when 'NG' then 3 + 11 * b when 'US' then -122 + 50 * b when 'CA' then -125 + 70 * b else -17.4 + 5 * b end
                + (random() + random() + random() - 1.5) * 0.1 as lng
         from generate_series(1, $1::integer) as n join towns on town = floor(power(n / ($1 + 1.0), 2) * $2)
     )
     insert into parks (code, slug, source, source_id, name, city, country_code, lat, lng, cell, timezone, kind, capacity, currency,
                        tariff_version, attribution, fingerprint, updated_at, covered, ev_chargers, accessible_spaces, height_limit_m)
     select 'G' || n, 'many-' || n, 'many', n, 'Parking ' || n, 'Town' || town, country,
            case when n % 50 > 0 then lat end, case when n % 50 > 0 then lng end,
            case when n % 50 > 0 then floor(round((lat + 90) * 1e6) / 50000) * 8192 + floor(round((lng + 180) * 1e6) / 50000) end,
            'UTC', case when n % 500 = 1 then 'stadium' else (array['garage', 'lot', 'street', 'unknown'])[1 + n % 4] end, 100,
            case country when 'NG' then 'NGN' when 'US' then 'USD' when 'CA' then 'CAD' else 'XOF' end, 'v1', '', '', now(),
            case when n % 4 = 1 then true end, case when n % 12 = 5 then 4 end, case when n % 9 = 2 then 3 end, case when n % 4 = 1 then 1.8 + (n % 14) * 0.1 end
       from spread`,
    [count, PLACES],
  )
  const tariff = toWire<TariffWire>(structuredClone(TEST_TARIFF) as Parameters<typeof toWire<TariffWire>>[0])
  // Twenty lists of fees in each currency.
  await db.query(
    `insert into park_tariffs (park_id, version, tariff, taxes, created_at)
     select id, 'v1', $1::jsonb || jsonb_build_object('currency', currency, 'fees', jsonb_build_array(
              jsonb_build_object('code', 'service', 'kind', 'flat', 'value', id % 20, 'taxed', false))), $2, now() from parks`,
    [JSON.stringify(tariff), JSON.stringify([toWire<TaxWire>({ ...TEST_TAX })])],
  )
  await db.query(
    `insert into park_tokens (token, park_id, country_code)
     select token, id, country_code from parks cross join lateral unnest(
       array['parking', lower(city)] || case when id % 2 = 0 then array['lot'] end || case when id % 10 = 6 then array['number' || id] end) as token`,
  )
}
