import { unpackNames } from '../contract/street-names.ts'
import { type Place, UNRANKED } from '../domain/places/place.ts'
import type { RegionNames } from './place-messages.ts'

function parseJson(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** Returns a saved region's streets as rows for the search; none if the file has been damaged. */
export function streetRows({ city, countryCode, body }: RegionNames): readonly Place[] {
  const streets = unpackNames(parseJson(body))
  if (!streets.ok) return []
  return streets.value.map(({ name, lat, lng }) => ({
    ...{ name, lat, lng, city, countryCode },
    ...{ otherNames: [], kind: 'street' as const, state: '', rank: UNRANKED },
  }))
}
