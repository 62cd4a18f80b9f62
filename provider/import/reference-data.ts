import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { type NamedPlace, nearKey, type NearPlaces } from './names.ts'

const DATA = new URL('../../data/', import.meta.url)
const sourcesSchema = v.array(v.object({ source: v.string(), attribution: v.string() }))
const nearSchema = v.object({
  source: v.string(),
  source_id: v.string(),
  near_name: v.string(),
  distance_m: v.number(),
})

const placeSchema = v.object({ name: v.string(), kind: v.string(), lat: v.number(), lng: v.number() })
const TOWN_KINDS: ReadonlySet<string> = new Set(['city', 'neighbourhood'])

export type Attributions = ReadonlyMap<string, string>

/** The attribution text that each source requires (`data/sources.json`). */
export async function readAttributions(): Promise<Attributions> {
  const sources = v.parse(sourcesSchema, JSON.parse(await readFile(new URL('sources.json', DATA), 'utf8')))
  return new Map(sources.map(({ source, attribution }) => [source, attribution]))
}

async function readLines(name: string): Promise<readonly string[]> {
  const text = await readFile(new URL(name, DATA), 'utf8')
  return text.split('\n').filter((line) => line.trim() !== '')
}

export async function readNearPlaces(): Promise<NearPlaces> {
  const places = (await readLines('osm-near.ndjson')).map((line) => v.parse(nearSchema, JSON.parse(line)))
  return new Map(
    places.map((place) => [
      nearKey(place.source, place.source_id),
      { name: place.near_name, distanceM: place.distance_m },
    ]),
  )
}

/** Places that drivers type (`data/places.ndjson`), grouped by their use in a car park's name. */
export async function readTypedPlaces(): Promise<Record<'landmarks' | 'towns', readonly NamedPlace[]>> {
  const places = (await readLines('places.ndjson')).map((line) => v.parse(placeSchema, JSON.parse(line)))
  return {
    landmarks: places.filter(({ kind }) => !TOWN_KINDS.has(kind)),
    towns: places.filter(({ kind }) => TOWN_KINDS.has(kind)),
  }
}
