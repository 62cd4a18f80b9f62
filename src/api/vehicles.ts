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
import type { Call, Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>
type Write = Pick<Call<unknown>, 'method' | 'path' | 'body'> & { readonly key: string }

async function write(client: Client, call: Write, id: string | undefined): Answer<Vehicle> {
  const isAnswer = ({ data }: { data: Vehicle }): boolean => id === undefined || data.id === id
  const answer = await client.send({ ...call, schema: vehicleSingle, isAnswer, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export async function listVehicles(client: Client): Answer<readonly Vehicle[]> {
  const answer = await client.send({ method: 'GET', path: '/user/vehicles/', schema: vehicleAll, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const addVehicle = (client: Client, key: string, body: VehicleAddBody): Answer<Vehicle> =>
  write(client, { method: 'POST', path: '/user/vehicles/', body, key }, body.id)

export const editVehicle = (
  client: Client,
  key: string,
  args: { id: string; body: VehicleEditBody },
): Answer<Vehicle> => write(client, { method: 'PUT', path: `/user/vehicles/${args.id}`, body: args.body, key }, args.id)

export const setDefaultVehicle = (client: Client, key: string, id: string): Answer<Vehicle> =>
  write(client, { method: 'PUT', path: `/user/vehicles/${id}/default`, key }, id)

/** Answers with the vehicle as it was, or with nothing: neither is used. */
export const deleteVehicle = (client: Client, key: string, id: string): Answer<unknown> =>
  client.send({ method: 'DELETE', path: `/user/vehicles/${id}`, key, schema: v.unknown(), as: 'user' })
