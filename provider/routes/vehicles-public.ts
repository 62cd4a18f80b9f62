import { Hono } from 'hono'
import { vehicleTypes } from '../../src/contract/vehicles.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { VEHICLE_TYPE_NAMES } from '../messages/vehicle-types.ts'

const TYPE_IDS = [1, 2, 3, 4] as const

/** GET /vehicles/public: the vehicle types, without sign-in. */
export function publicVehicleRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const description = describe(
    { tag: 'vehicles', summary: 'Kinds of vehicle', answers: { 200: vehicleTypes } },
    deps.config,
  )
  routes.on('GET', ['/vehicles/public', '/vehicles/public/'], description, (c) => {
    const names = VEHICLE_TYPE_NAMES[c.get('language')]
    return c.json({ data: TYPE_IDS.map((id) => ({ vehicle_type_id: id, name: names[id] })) })
  })
  return routes
}
