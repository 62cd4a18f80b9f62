import { Hono } from 'hono'
import { countryIdQuery, feeAll } from '../../src/contract/places.ts'
import { COUNTRIES } from '../../src/domain/country.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { validate } from '../http/validate.ts'

interface FeeRow {
  readonly code: string
  readonly kind: 'flat' | 'percent'
  readonly value: number
  readonly taxed: boolean
}

/** The fees that parks of a country add to their price; none is charged that is not in a tariff. */
export function feeRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/front/fees',
    describe({ tag: 'places', summary: 'Fees by country', answers: { 200: feeAll } }, deps.config),
    validate('query', countryIdQuery),
    async (c) => {
      const country = COUNTRIES.find(({ id }) => id === c.req.valid('query').country_id)
      if (country === undefined) return c.json({ data: [] })
      const rows = await deps.db.query<FeeRow>(
        `select distinct f.code, f.kind, f.value, f.taxed
           from parks k join park_tariffs t on t.park_id = k.id and t.superseded_at is null
           cross join jsonb_to_recordset(t.tariff -> 'fees') as f (code text, kind text, value bigint, taxed boolean)
          where k.country_code = $1 order by f.code`,
        [country.code],
      )
      return c.json({
        data: rows.map((row) => ({ ...row, name: row.code.replaceAll('_', ' '), currency: country.currency })),
      })
    },
  )
  return routes
}
