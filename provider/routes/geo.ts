import { Hono } from 'hono'
import { geoSchema } from '../../src/contract/places.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { toGeo } from '../rules/geo.ts'

/** GET /geo: the caller's address, and the country when a proxy writes it into the configured header; else nulls and whom to ask. */
export function geoRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const header = deps.config.geoCountryHeader
  routes.get(
    '/geo',
    describe({ tag: 'places', summary: 'Where the caller is', answers: { 200: geoSchema } }, deps.config),
    (c) =>
      c.json(
        toGeo({
          address: c.get('address'),
          country: header === undefined ? undefined : c.req.header(header),
          services: deps.config.geoServices,
        }),
      ),
  )
  return routes
}
