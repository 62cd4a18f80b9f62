import { decodeBasemap, type BasemapFile } from '../domain/basemap.ts'
import type { Place } from '../domain/places/place.ts'
import { decodePlacePack, type PlacePack, placesNearParks } from '../domain/places/place-pack.ts'
import type { PlaceSources } from './place-finder.ts'
import type { NearQuestion, PlaceFiles } from './place-messages.ts'

/** Returns the file's JSON; null when offline, or when a captive portal answers with its own page. */
async function loadJson(address: string): Promise<unknown> {
  try {
    const answer = await fetch(address)
    const isJson = answer.headers.get('Content-Type')?.includes('json') === true
    return answer.ok && isJson ? ((await answer.json()) as unknown) : null
  } catch (error) {
    // fetch rejects with TypeError when offline, json() with SyntaxError when the body is truncated.
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

const townsOf = (file: BasemapFile): readonly Place[] =>
  decodeBasemap(file).places.map(({ state, ...town }) => ({
    ...town,
    ...{ otherNames: [], kind: 'city', city: town.name, state: state ?? '' },
  }))

/** Loads build files, which the service worker keeps once they have been requested. */
export const sourcesOf = ({ packs, baseMap }: PlaceFiles): PlaceSources => ({
  loadPack: async (country) => {
    const file = await loadJson(packs[country])
    return file === null ? null : decodePlacePack(file as PlacePack)
  },
  loadTowns: async () => {
    const file = await loadJson(baseMap)
    return file === null ? null : townsOf(file as BasemapFile)
  },
})

/** Returns places of one kind with a car park nearby; null when the country's places cannot be loaded now. */
export async function loadNearParks(
  { packs }: PlaceFiles,
  { country, kind }: NearQuestion,
): Promise<readonly Place[] | null> {
  const file = await loadJson(packs[country])
  return file === null ? null : placesNearParks(file as PlacePack, kind)
}
