/**
 * Built for a browser and run there: the cost of searching by words among half a million car parks on a phone.
 * Milliseconds.
 */
import { groupCells } from '../provider/rules/pack-files.ts'
import type { Park } from '../src/contract/parks.ts'
import type { CountryCode } from '../src/domain/country.ts'
import { applyPackedTiles } from '../src/db/apply/region-tile.ts'
import { databases } from '../src/db/databases.ts'
import { blockOf } from '../src/db/park-blocks.ts'
import { readParkSearch } from '../src/db/read/park-search.ts'
import { cellOf } from '../src/lib/cell.ts'
import { createRandom } from '../tests/domain/places/support/random.ts'
import { makePark, makeRate } from '../tests/screens/find/park-fixture.ts'

/** A real place around which car parks are scattered. */
export interface Anchor {
  readonly name: string
  readonly city: string | null
  readonly state: string | null
  readonly country: CountryCode
  readonly lat: number
  readonly lng: number
}

export interface TypedWords {
  readonly text: string
  readonly country: CountryCode
}

const SAVED_AT = Date.UTC(2026, 10, 23)
/** Degrees of latitude; the sum of three random numbers approximates a normal distribution. */
const SPREAD = 0.0225
const KINDS = ['Garage', 'Garage', 'Lot', 'Street Parking', 'Station Parking', 'Airport Parking', 'Parking'] as const
/** Car parks made and stored together. */
const AT_ONCE = 20_000

interface Spot {
  readonly id: number
  readonly anchor: Anchor
  readonly lat: number
  readonly lng: number
  readonly cell: number
}

/** Scatters car parks as the provider's generator does. */
function makeSpots(anchors: readonly Anchor[], count: number): readonly Spot[] {
  const random = createRandom(500)
  const bell = (): number => (random() + random() + random() - 1.5) * 2 * SPREAD
  const spots: Spot[] = []
  for (let id = 1; id <= count; id += 1) {
    const anchor = anchors[Math.floor(random() * anchors.length)]
    if (anchor === undefined) break
    const [lat, lng] = [anchor.lat + bell(), anchor.lng + bell() / Math.cos((anchor.lat * Math.PI) / 180)]
    spots.push({ id, anchor, lat, lng, cell: cellOf(lat, lng) })
  }
  return spots
}

function toPark({ id, anchor, lat, lng }: Spot): Park {
  const { name: place, city, state, country } = anchor
  const code = `${country}${id.toString(36).toUpperCase().padStart(6, '0')}`
  const name = `${place} ${KINDS[id % KINDS.length] ?? ''} ${String(id)}`
  const address = `${String(1 + (id % 1_999))} ${place}`
  const slug = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${code.toLowerCase()}`
  const rate = makeRate(100 + (id % 40) * 50)
  return makePark({ id, code, slug, name, address, city, state, country_code: country, lat, lng, rate })
}

/** Yields batches of whole blocks, each with about as many car parks as a region. */
function* inBatches(spots: readonly Spot[]): Generator<readonly Spot[]> {
  let batch: Spot[] = []
  let block = ''
  for (const spot of spots) {
    const next = blockOf(spot.cell)
    if (next !== block && batch.length >= AT_ONCE) {
      yield batch
      batch = []
    }
    block = next
    batch.push(spot)
  }
  yield batch
}

/** Stores them as region files. Returns the time taken, in milliseconds. */
export async function load(anchors: readonly Anchor[], count: number): Promise<number> {
  const byBlock = Map.groupBy(makeSpots(anchors, count), ({ cell }) => blockOf(cell))
  let ms = 0
  for (const batch of inBatches([...byBlock.values()].flat())) {
    const cells = Map.groupBy(batch, ({ cell }) => cell)
    const counts = [...cells].map(([cell, parks]) => ({ cell, parks: parks.length, changes: 0 }))
    const files = groupCells(counts).map((file) =>
      file.map(({ cell }) => ({ cell, parks: (cells.get(cell) ?? []).map(toPark) })),
    )
    const startedAt = performance.now()
    for (const tiles of files) await applyPackedTiles(databases, { tiles, madeAt: SAVED_AT, savedAt: SAVED_AT })
    ms += performance.now() - startedAt
  }
  return ms
}

export interface Searched {
  readonly ms: number
  readonly ids: readonly number[]
}

/**
 * Searches as the list under the search field does: three results in the driver's own country. On a fresh page this
 * includes opening the database.
 */
export async function search({ text, country }: TypedWords, limit: number): Promise<Searched> {
  const startedAt = performance.now()
  const { value } = await readParkSearch({ text, country, limit })
  return { ms: performance.now() - startedAt, ids: value.map(({ id }) => id) }
}

/** Runs each search `times` times, in turn. */
export async function searchOften(
  typed: readonly TypedWords[],
  times: number,
  limit: number,
): Promise<readonly (readonly Searched[])[]> {
  const all: Searched[][] = typed.map(() => [])
  for (let round = 0; round < times; round += 1)
    for (const [index, words] of typed.entries()) all[index]?.push(await search(words, limit))
  return all
}
