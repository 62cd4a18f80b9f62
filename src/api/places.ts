import * as v from 'valibot'
import { GEO_SERVICE_TIMEOUT_MS } from '../config/limits.ts'
import { type PassKeys, passKeysSchema } from '../contract/pass-keys.ts'
import {
  type CountryWire,
  countryAll,
  feeAll,
  type FeeWire,
  type Geo,
  geoSchema,
  stateAll,
  type StateWire,
} from '../contract/places.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export async function listCountries(client: Client): Answer<readonly CountryWire[]> {
  const answer = await client.send({ method: 'GET', path: '/countries', schema: countryAll, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const getPassKeys = (client: Client): Answer<PassKeys> =>
  client.send({ method: 'GET', path: '/pass/keys', schema: passKeysSchema, as: 'anyone' })

/** Fetches the provider's location of the requesting address. */
export const getGeo = (client: Client): Answer<Geo> =>
  client.send({ method: 'GET', path: '/geo', schema: geoSchema, as: 'anyone', timeoutMs: GEO_SERVICE_TIMEOUT_MS })

export async function listStates(client: Client, countryId: number): Answer<readonly StateWire[]> {
  const query = { country_id: countryId }
  const isAnswer = ({ data }: { data: readonly StateWire[] }) => data.every((state) => state.country_id === countryId)
  const answer = await client.send({
    method: 'GET',
    path: '/states/load',
    query,
    schema: stateAll,
    isAnswer,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Lists the fees that car parks of a country add to their prices; empty when there are none. */
export async function listFees(client: Client, countryId: number): Answer<readonly FeeWire[]> {
  const query = { country_id: countryId }
  const answer = await client.send({ method: 'GET', path: '/front/fees', query, schema: feeAll, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}

/** Accepts any JSON answer of the provider: it proves that the connection works both ways. */
export const getHealth = (client: Client, timeoutMs: number): Answer<unknown> =>
  client.send({ method: 'GET', path: '/health', schema: v.looseObject({}), as: 'anyone', timeoutMs })
