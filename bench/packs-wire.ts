import { brotliCompressSync, constants } from 'node:zlib'
import { groupCells } from '../provider/rules/pack-files.ts'
import { cutRegions } from '../provider/rules/pack-regions.ts'
import { packParks, unpackParks } from '../src/contract/park-pack.ts'
import type { Park } from '../src/contract/parks.ts'
import { must } from '../src/lib/assert.ts'
import { readGeneratedParks, readImportedParks, toTiles } from '../tests/contract/support/imported-parks.ts'
import { median } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'

const PARKS = 5_000
const WIRE_AT_MOST_KB = 210
const OF_PLAIN_AT_MOST = 0.8
const ROUNDS = 5
const VALIDITY = { valid_until: '2026-11-25T11:00:00Z' }

const onTheWire = (content: unknown): number => {
  const text = JSON.stringify(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  }
  return brotliCompressSync(text, { params }).length
}

type Tiles = ReturnType<typeof toTiles>

/** The files of every region, cut as the provider cuts them. */
function filesOf(parks: readonly Park[]): readonly Tiles[] {
  const tiles = new Map(toTiles(parks).map((tile) => [tile.cell, tile]))
  const rows = [...tiles.values()].flatMap((tile) =>
    tile.parks.map(({ country_code, state, city }) => ({
      ...{ cell: tile.cell, country_code, state: state ?? '', city: city ?? '', parks: 1 },
    })),
  )
  const toPack = (cell: number) => ({ cell, parks: must(tiles.get(cell), 'a tile').parks.length, changes: 1 })
  return cutRegions(rows).flatMap(({ cells }) =>
    groupCells(cells.map(toPack)).map((group) => group.map(({ cell }) => must(tiles.get(cell), 'a tile'))),
  )
}

/**
 * 5,000 car parks of Canada (the real ones, and generated ones around them) in the files a phone would load for the
 * whole country.
 */
export async function benchPacksWire(): Promise<readonly BenchRow[]> {
  const real = (await readImportedParks()).filter(({ country_code }) => country_code === 'CA')
  const files = filesOf([...real, ...(await readGeneratedParks('CA', PARKS - real.length))])
  const bodies = files.map(packParks)
  const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)
  const packed = sum(bodies.map(onTheWire)) / 1_000
  const plain = sum(files.map((tiles) => onTheWire(tiles.flatMap(({ parks }) => parks)))) / 1_000
  const texts = bodies.map((body) => JSON.stringify(body))
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    for (const text of texts) unpackParks(JSON.parse(text), VALIDITY)
    return performance.now() - started
  })
  const name = `${String(PARKS)} car parks of a country, ${String(files.length)} files`
  return [
    limited({ name: `${name}, brotli`, value: packed, unit: 'kB', digits: 1, atMost: WIRE_AT_MOST_KB }),
    compared(
      { name: `${name}, of plain JSON`, value: packed, floor: plain, unit: 'kB', digits: 1 },
      { atMost: OF_PLAIN_AT_MOST },
    ),
    limited({ name: `unpacking and checking all of them, this machine`, value: median(times), unit: 'ms', digits: 1 }),
  ]
}
