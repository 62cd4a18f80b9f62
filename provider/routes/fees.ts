import { Hono } from 'hono'
import { countryIdQuery, feeAll } from '../../src/contract/places.ts'
import { COUNTRIES } from '../../src/domain/country.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { listFees } from '../repositories/fees.ts'
import { validate } from '../http/validate.ts'

/** The fees that a country's parks add to their price; all fees charged are in a tariff. */
export function feeRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/front/fees',
    describe({ tag: 'places', summary: 'Fees by country', answers: { 200: feeAll } }, deps.config),
    validate('query', countryIdQuery),
    async (c) => {
      const country = COUNTRIES.find(({ id }) => id === c.req.valid('query').country_id)
      if (country === undefined) return c.json({ data: [] })
      const rows = await listFees(deps.db, country.currency)
      return c.json({
        data: rows.map((row) => ({ ...row, name: row.code.replaceAll('_', ' '), currency: country.currency })),
      })
    },
  )
  return routes
}
