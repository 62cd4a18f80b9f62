import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { nearKey, type NearPlaces } from './names.ts'

const DATA = new URL('../../data/', import.meta.url)
const sourcesSchema = v.array(v.object({ source: v.string(), attribution: v.string() }))
const nearSchema = v.object({
  source: v.string(),
  source_id: v.string(),
  near_name: v.string(),
  distance_m: v.number(),
})

export type Attributions = ReadonlyMap<string, string>

/** The text that each source asks to show (`data/sources.json`). */
export async function readAttributions(): Promise<Attributions> {
  const sources = v.parse(sourcesSchema, JSON.parse(await readFile(new URL('sources.json', DATA), 'utf8')))
  return new Map(sources.map(({ source, attribution }) => [source, attribution]))
}

export async function readNearPlaces(): Promise<NearPlaces> {
  const lines = (await readFile(new URL('osm-near.ndjson', DATA), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
  const places = lines.map((line) => v.parse(nearSchema, JSON.parse(line)))
  return new Map(
    places.map((place) => [
      nearKey(place.source, place.source_id),
      { name: place.near_name, distanceM: place.distance_m },
    ]),
  )
}
