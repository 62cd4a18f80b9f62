/** What draws streets: loaded after the map, kept by the worker once a map was opened, and not installed with the app. */
const PATTERN = /^\/?assets\/streets(?:-worker)?-[^/]+\.js$/

export const isStreetFile = (path: string): boolean => PATTERN.test(path)

/** Not named `baywise-…`: those are pictures, which a full phone gives up first. */
export const STREET_FILES_CACHE = 'street-files'

/** What a page posts to its worker once it shows a map. */
export const KEEP_STREET_FILES = 'KEEP_STREET_FILES'
