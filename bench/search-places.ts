import { readFileSync } from 'node:fs'
import { COUNTRIES } from '../src/domain/country.ts'
import type { Place } from '../src/domain/places/place.ts'
import { decodePlacePack, type PlacePack } from '../src/domain/places/place-pack.ts'
import type { PlaceQuery } from '../src/domain/places/search-places.ts'
import { must } from '../src/lib/assert.ts'
import { createRandom } from '../tests/domain/places/support/random.ts'
import { makeStreets } from '../tests/domain/places/support/streets.ts'
import { TYPED_SEARCHES } from '../tests/domain/places/support/typed-searches.ts'
import { buildPage, GateBrowser } from './gate-browser.ts'
import { median } from './median.ts'
import type * as PlacesPage from './places-page.ts'
import { limited, type BenchRow } from './row.ts'

declare global {
  interface Window {
    readonly placesPage: typeof PlacesPage
  }
}

const PLACES = 40_000
const STREETS = 20_000
const CPU_RATE = 4
const MEDIAN_AT_MOST_MS = 16
const P99_AT_MOST_MS = 40

/** Makes more places of the same kind, at real places: each name combines those of two real ones. */
function makePlaces(real: readonly Place[], count: number): readonly Place[] {
  const random = createRandom(40)
  const pick = (): Place => must(real[Math.floor(random() * real.length)], 'a place')
  return Array.from({ length: count }, () => {
    const place = pick()
    const [first = ''] = pick().name.split(' ')
    return { ...place, otherNames: [], name: `${first} ${place.name.split(' ').at(-1) ?? ''}` }
  })
}

/** Using every third search keeps the run under a minute. */
const EVERY = 3

/** Every prefix of the texts in the table of searches: one for each keystroke. */
const keystrokes = (): readonly PlaceQuery[] =>
  TYPED_SEARCHES.filter((_, index) => index % EVERY === 0).flatMap(({ typed, near, country }) =>
    Array.from({ length: typed.length }, (_, index) => ({ text: typed.slice(0, index + 1), near, country })),
  )

const p99 = (values: readonly number[]): number =>
  must(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1], 'a value')

/**
 * From a keystroke to the rows of the list, with 40,000 places and 20,000 street names, on a slow phone's main thread.
 */
export async function benchSearchPlaces(): Promise<readonly BenchRow[]> {
  const packs = COUNTRIES.map(
    ({ code }) => JSON.parse(readFileSync(`data/places/places-${code}.json`, 'utf8')) as PlacePack,
  )
  const real = packs.flatMap(decodePlacePack)
  const more = [...makePlaces(real, PLACES - real.length), ...makeStreets(STREETS)]
  const browser = await GateBrowser.start(await buildPage('bench/places-page.ts', 'placesPage'))
  try {
    const typing = { packs, more, queries: keystrokes() }
    const measured = await browser.onPage(CPU_RATE, (page) =>
      page.evaluate((asked) => window.placesPage.timeKeystrokes(asked), typing),
    )
    const { times, rows, buildMs } = measured
    const name = `keystroke to rows, ${String(rows)} rows, ${String(times.length)} keystrokes, 4x CPU`
    return [
      limited({ name: `${name}, median`, value: median(times), unit: 'ms', digits: 1, atMost: MEDIAN_AT_MOST_MS }),
      limited({ name: `${name}, p99`, value: p99(times), unit: 'ms', digits: 1, atMost: P99_AT_MOST_MS }),
      limited({ name: 'index of all of them, in a thread of its own, 4x CPU', value: buildMs, unit: 'ms' }),
    ]
  } finally {
    await browser.stop()
  }
}
