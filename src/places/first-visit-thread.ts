import { countryOfZone } from '../domain/country-of-zone.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { PLACE_FILES } from './place-files.ts'
// Vite generates the default export.
// oxlint-disable-next-line import/default
import placeWorker from './place-worker.ts?worker&url'

/** Message from the first visit's page to this worker. */
export interface FirstVisit {
  readonly language: string
  /** The visit begins with a search. */
  readonly hasSearch: boolean
}

/**
 * Fetches into the HTTP cache, where the search finds the files later. Failed files are requested again by the search.
 */
async function fetchPlaces(): Promise<void> {
  const country = countryOfZone(phoneZone())
  const files = [placeWorker, ...(country === undefined ? [] : [PLACE_FILES.packs[country]])]
  await Promise.allSettled(files.map(async (file) => (await fetch(file)).arrayBuffer()))
}

/**
 * The first use of `Intl` makes the browser load its language and zone tables, which blocks the caller. The tables are
 * shared by the process: after this worker has used them, the page finds them loaded. A search also needs its own
 * worker and the country's places, which the page would request only after its first render.
 */
addEventListener('message', ({ data }: MessageEvent<FirstVisit>) => {
  const { language, hasSearch } = data
  const places = hasSearch ? fetchPlaces() : Promise.resolve()
  new Intl.NumberFormat(language).format(1)
  new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: 'numeric' }).format(0)
  phoneZone()
  void places.finally(close)
})
