import { readFileSync } from 'node:fs'
import { COUNTRIES, type CountryCode } from '../../../../src/domain/country.ts'
import { buildPlaceIndex, type PlaceIndex } from '../../../../src/domain/places/place-index.ts'
import { decodePlacePack, type PlacePack } from '../../../../src/domain/places/place-pack.ts'
import type { Place } from '../../../../src/domain/places/place.ts'

export const readPlaces = (code: CountryCode): readonly Place[] =>
  decodePlacePack(JSON.parse(readFileSync(`data/places/places-${code}.json`, 'utf8')) as PlacePack)

/** Returns the indexes of a phone that has loaded every country's places. */
export const readAllIndexes = (): readonly PlaceIndex[] =>
  COUNTRIES.map(({ code }) => buildPlaceIndex(readPlaces(code)))
