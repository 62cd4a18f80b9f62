import { Hono } from 'hono'
import { countryIdQuery, stateAll } from '../../src/contract/places.ts'
import { statesOf } from '../../src/domain/states.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { validate } from '../http/validate.ts'

/** GET /states/load?country_id= (default 1). Empty for an unknown country. */
export function stateRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const description = describe(
    { tag: 'places', summary: 'States of a country', answers: { 200: stateAll } },
    deps.config,
  )
  routes.get('/states/load', description, validate('query', countryIdQuery), (c) =>
    c.json({ data: statesOf(c.req.valid('query').country_id) }),
  )
  return routes
}
