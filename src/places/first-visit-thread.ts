import { countryOfZone } from '../domain/country-of-zone.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { PLACE_FILES } from './place-files.ts'
// Vite makes the default export.
// oxlint-disable-next-line import/default
import placeWorker from './place-worker.ts?worker&url'

/** What a first visit posts to its thread. */
export interface FirstVisit {
  readonly language: string
  /** It begins with a search. */
  readonly hasSearch: boolean
}

/** Into the browser's cache, where the search finds them later. What cannot be had now is asked for again there. */
async function fetchPlaces(): Promise<void> {
  const country = countryOfZone(phoneZone())
  const files = [placeWorker, ...(country === undefined ? [] : [PLACE_FILES.packs[country]])]
  await Promise.allSettled(files.map(async (file) => (await fetch(file)).arrayBuffer()))
}

/**
 * The browser reads its tables of languages and zones with the first use of `Intl`, which holds up whoever asks first. They belong to the
 * process: once this thread has used them, the page finds them read. A search needs its own thread and the places of the country besides,
 * for which the page would ask only once it has drawn itself.
 */
addEventListener('message', ({ data }: MessageEvent<FirstVisit>) => {
  const { language, hasSearch } = data
  const places = hasSearch ? fetchPlaces() : Promise.resolve()
  new Intl.NumberFormat(language).format(1)
  new Intl.DateTimeFormat(language, { weekday: 'short', hour: 'numeric', minute: 'numeric' }).format(0)
  phoneZone()
  void places.finally(close)
})
