import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { vehicleAddBody, vehicleAll, vehicleEditBody, vehicleSingle } from '../../src/contract/vehicles.ts'
import { isUuid, uuid7 } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent, onStore } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import type { Rows } from '../repositories/store.ts'
import { toVehicleWire, type VehicleRow } from '../repositories/vehicles.ts'
import { isSameVehicle, MAXIMUM_VEHICLES, toVehicleFields, type VehicleFields } from '../rules/vehicles.ts'

const LIST = ['/user/vehicles/', '/user/vehicles']
const ONE = ['/user/vehicles/:id', '/user/vehicles/:id/']
const DEFAULT = ['/user/vehicles/:id/default', '/user/vehicles/:id/default/']

const invalidPlate = (c: Context<AppEnv>): Response =>
  problem(c, 'plate_invalid', { fields: [{ field: 'plate', code: 'plate_invalid' }] })

const isPlateTaken = (all: readonly VehicleRow[], fields: VehicleFields, ownId?: string): boolean =>
  all.some(
    (other) =>
      other.vehicle_id !== ownId &&
      other.country_code === fields.country_code &&
      other.region === fields.region &&
      other.plate_normalised === fields.plate_normalised,
  )

/**
 * Serialises a user's vehicle changes, so that the default, the plates and the count are checked against the current
 * rows.
 */
function change(deps: ProviderDeps, c: Context<AppEnv>, work: (tx: Rows) => Promise<Response>): Promise<Response> {
  const userId = c.get('userId')
  return idempotent(
    c,
    deps,
    onStore(deps, async (tx) => ((await tx.lockUser(userId)) ? work(tx) : problem(c, 'token_invalid'))),
  )
}

/** Like `change`, for one of the caller's vehicles; another driver's is answered as not found. */
function changeOne(
  deps: ProviderDeps,
  c: Context<AppEnv>,
  work: (tx: Rows, row: VehicleRow) => Promise<Response>,
): Promise<Response> {
  const vehicleId = c.req.param('id') ?? ''
  return change(deps, c, async (tx) => {
    const row = isUuid(vehicleId) ? await tx.findVehicle({ userId: c.get('userId'), vehicleId }) : undefined
    return row === undefined ? problem(c, 'vehicle_not_found') : work(tx, row)
  })
}

const describeChange = (deps: ProviderDeps, summary: string, status: 200 | 201 = 200) =>
  describe(
    { tag: 'vehicles', summary, answers: { [status]: vehicleSingle }, secured: true, idempotent: true },
    deps.config,
  )

async function add(
  c: Context<AppEnv>,
  tx: Rows,
  vehicle: { readonly id: string; readonly fields: VehicleFields; readonly nowMs: number },
): Promise<Response> {
  const userId = c.get('userId')
  const all = await tx.listVehicles(userId)
  const same = all.find((other) => other.vehicle_id === vehicle.id.toLowerCase())
  if (same !== undefined)
    return isSameVehicle(same, vehicle.fields)
      ? c.json({ data: toVehicleWire(same) }, 201)
      : problem(c, 'version_conflict')
  if (isPlateTaken(all, vehicle.fields)) return problem(c, 'plate_taken')
  if (all.length >= MAXIMUM_VEHICLES) return problem(c, 'validation_failed')
  const { fields, nowMs } = vehicle
  const row = await tx.insertVehicle({ userId, vehicleId: vehicle.id }, { fields, isDefault: all.length === 0, nowMs })
  return c.json({ data: toVehicleWire(row) }, 201)
}

function addRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  for (const path of LIST) {
    routes.post(
      path,
      describeChange(deps, 'Add a vehicle', 201),
      requireUser(deps),
      validate('json', vehicleAddBody),
      (c) => {
        const body = c.req.valid('json')
        const fields = toVehicleFields(body)
        if (!fields.ok) return invalidPlate(c)
        const nowMs = deps.clock.now()
        return change(deps, c, (tx) =>
          add(c, tx, { id: body.id ?? uuid7(nowMs, deps.random), fields: fields.value, nowMs }),
        )
      },
    )
  }
}

type EditBody = v.InferOutput<typeof vehicleEditBody>

async function edit(
  deps: ProviderDeps,
  c: Context<AppEnv>,
  { tx, row, body }: { readonly tx: Rows; readonly row: VehicleRow; readonly body: EditBody },
): Promise<Response> {
  const fields = toVehicleFields(body)
  if (!fields.ok) return invalidPlate(c)
  if (body.version !== undefined && body.version !== row.version)
    return problem(c, 'version_conflict', { extra: { current: toVehicleWire(row) } })
  const userId = c.get('userId')
  if (isPlateTaken(await tx.listVehicles(userId), fields.value, row.vehicle_id)) return problem(c, 'plate_taken')
  const key = { userId, vehicleId: row.vehicle_id }
  return c.json({
    data: toVehicleWire(await tx.updateVehicle(key, { fields: fields.value, nowMs: deps.clock.now() })),
  })
}

function editRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  for (const path of ONE) {
    routes.put(
      path,
      describeChange(deps, 'Edit a vehicle'),
      requireUser(deps),
      validate('json', vehicleEditBody),
      (c) => {
        const body = c.req.valid('json')
        return changeOne(deps, c, (tx, row) => edit(deps, c, { tx, row, body }))
      },
    )
  }
}

function deleteRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  routes.on(
    'DELETE',
    ONE,
    describeChange(deps, 'Delete a vehicle; answers with it as it was'),
    requireUser(deps),
    (c) =>
      changeOne(deps, c, async (tx, row) => {
        const userId = c.get('userId')
        await tx.deleteVehicle({ userId, vehicleId: row.vehicle_id })
        const [next] = row.is_default ? await tx.listVehicles(userId) : []
        if (next !== undefined) await tx.makeDefault({ userId, vehicleId: next.vehicle_id }, deps.clock.now())
        return c.json({ data: toVehicleWire(row) })
      }),
  )
}

function defaultRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  routes.on('PUT', DEFAULT, describeChange(deps, 'Make a vehicle the default'), requireUser(deps), (c) =>
    changeOne(deps, c, async (tx, row) => {
      const key = { userId: c.get('userId'), vehicleId: row.vehicle_id }
      await tx.makeDefault(key, deps.clock.now())
      return c.json({ data: toVehicleWire((await tx.findVehicle(key)) ?? row) })
    }),
  )
}

/** GET, POST /user/vehicles/; PUT, DELETE /user/vehicles/{id}; PUT /user/vehicles/{id}/default. */
export function vehicleRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.on(
    'GET',
    LIST,
    describe(
      { tag: 'vehicles', summary: 'The user’s vehicles', answers: { 200: vehicleAll }, secured: true },
      deps.config,
    ),
    requireUser(deps),
    async (c) => {
      const rows = await deps.store.listVehicles(c.get('userId'))
      return c.json({ data: rows.map(toVehicleWire) })
    },
  )
  addRoute(deps, routes)
  editRoute(deps, routes)
  deleteRoute(deps, routes)
  defaultRoute(deps, routes)
  return routes
}
