import * as v from 'valibot'
import {
  type Vehicle,
  type VehicleAddBody,
  vehicleAll,
  type VehicleEditBody,
  vehicleSingle,
} from '../contract/vehicles.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { keyedCall, type KeyedCall, keyedData } from './keyed-call.ts'

type Answer<T> = Promise<Result<T, ApiError>>
export async function listVehicles(client: Client): Answer<readonly Vehicle[]> {
  const answer = await client.send({ method: 'GET', path: '/user/vehicles/', schema: vehicleAll, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

const isOf =
  (id: string | undefined) =>
  (vehicle: Vehicle): boolean =>
    id === undefined || vehicle.id === id

export const addVehicle = (body: VehicleAddBody): KeyedCall<Vehicle> =>
  keyedData({ method: 'POST', path: '/user/vehicles/', body }, vehicleSingle, isOf(body.id))

export const editVehicle = ({
  id,
  body,
}: {
  readonly id: string
  readonly body: VehicleEditBody
}): KeyedCall<Vehicle> => keyedData({ method: 'PUT', path: `/user/vehicles/${id}`, body }, vehicleSingle, isOf(id))

export const setDefaultVehicle = (id: string): KeyedCall<Vehicle> =>
  keyedData({ method: 'PUT', path: `/user/vehicles/${id}/default` }, vehicleSingle, isOf(id))

/** The answer is the former vehicle or empty; neither is used. */
export const deleteVehicle = (id: string): KeyedCall<unknown> =>
  keyedCall({
    method: 'DELETE',
    path: `/user/vehicles/${id}`,
    schema: v.unknown(),
    isAnswer: () => true,
    read: (value) => value,
  })
