import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { geoSchema } from '../../src/contract/places.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { parseGeoRanges } from '../rules/geo-ranges.ts'
import { toGeo } from '../rules/geo.ts'

/**
 * GET /geo: the caller's address, and the country from the configured proxy header or database; otherwise nulls and the
 * services that the phone may ask.
 */
export function geoRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const { geoCountryHeader: header, geoDatabase: file, geoServices: services } = deps.config
  const ranges = file === undefined ? undefined : parseGeoRanges(readFileSync(file, 'utf8'))
  routes.get(
    '/geo',
    describe({ tag: 'places', summary: 'Where the caller is', answers: { 200: geoSchema } }, deps.config),
    (c) => {
      const address = c.get('address')
      const country = (header === undefined ? undefined : c.req.header(header)) ?? ranges?.find(address)
      return c.json(toGeo({ address, country, services }))
    },
  )
  return routes
}
