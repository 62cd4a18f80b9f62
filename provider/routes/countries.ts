import { Hono } from 'hono'
import { countryAll } from '../../src/contract/places.ts'
import { COUNTRIES } from '../../src/domain/country.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'

/** GET /countries: names are in English, as phones match saved choices by name; they display their own names. */
export function countryRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const data = COUNTRIES.map(({ id, name, code, flag, currency }) => ({ id, name, code, flag, currency }))
  const description = describe(
    { tag: 'places', summary: 'Countries served', answers: { 200: countryAll } },
    deps.config,
  )
  return new Hono<AppEnv>().get('/countries', description, (c) => c.json({ data }))
}
