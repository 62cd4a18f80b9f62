import { readStreetNames, type StreetNames, watchRegionFiles } from '../db/read/street-names.ts'
import { consoleLog } from '../lib/log.ts'

export type { StreetNames }

/**
 * Calls `tell` with the street names of each kept region, again when they change, and with null when the region is
 * removed. Resolves when the names currently stored have been passed on.
 */
export function tellStreetNames(tell: (region: string, names: StreetNames | null) => void): Promise<void> {
  const told = new Map<string, string>()
  const look = async (): Promise<void> => {
    const names = await readStreetNames()
    for (const region of [...told.keys()])
      if (names.every((of) => of.region !== region) && told.delete(region)) tell(region, null)
    for (const of of names) {
      if (told.get(of.region) === of.hash) continue
      told.set(of.region, of.hash)
      tell(of.region, of)
    }
  }
  return new Promise((resolve) => {
    watchRegionFiles(() => {
      look()
        .catch((error: unknown) => consoleLog.warn('street_names_not_read', { error: String(error) }))
        .finally(resolve)
    })
  })
}
