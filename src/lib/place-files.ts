/**
 * What the search as one types needs: its code, and the places of a country. Not installed with the app; the worker keeps them from the
 * first use on, or once they were fetched ahead.
 */
const PATTERN = /^\/?assets\/places?-[^/]+\.js(?:on)?$/
const HASH = /-.{8}\.js(?:on)?$/

export const isPlaceFile = (path: string): boolean => PATTERN.test(path)

/** `/assets/places-CA-a1b2c3d4.json` of any release is `/assets/places-CA`. */
export const placeFileStem = (path: string): string => path.replace(HASH, '')

/** Not named `baywise-…`: those are pictures, which a full phone gives up first. */
export const PLACE_CACHE = 'place-files'

/** What a page posts to its worker: the code, and the places of a country where the line is not metered. */
export interface KeepPlaceFiles {
  readonly type: 'KEEP_PLACE_FILES'
  /** null: the code alone. */
  readonly country: string | null
}

export const findKeepPlaceFiles = (data: unknown): KeepPlaceFiles | undefined =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'KEEP_PLACE_FILES'
    ? (data as KeepPlaceFiles)
    : undefined
