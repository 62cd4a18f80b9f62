import type { ParkTile } from '../../contract/parks.ts'
import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import { bringIn, type Incoming } from './parks.ts'

type WholeTile = Pick<ParkTile, 'cell' | 'parks'>

/** When a request was sent and when its answer was stored, epoch milliseconds. */
interface AnswerTimes {
  readonly startedAt: number
  readonly savedAt: number
}

export interface TilesAnswer extends AnswerTimes {
  /** Every park that the provider has in each of these cells. */
  readonly tiles: readonly WholeTile[]
}

/**
 * Cells and parks per write transaction; a cell with more parks gets one of its own. A long one blocks every other tab
 * on iOS.
 */
const CELLS_AT_ONCE = 100
const PARKS_AT_ONCE = 600

/** A time after `savedAt` means that the clock was wrong; the park was not stored meanwhile. */
const isMeanwhile = (at: number, { startedAt, savedAt }: AnswerTimes): boolean => at >= startedAt && at <= savedAt

function inPieces(tiles: readonly WholeTile[]): readonly (readonly WholeTile[])[] {
  const pieces: WholeTile[][] = []
  let parks = 0
  for (const tile of tiles) {
    const last = pieces.at(-1)
    parks += tile.parks.length
    if (last !== undefined && last.length < CELLS_AT_ONCE && parks <= PARKS_AT_ONCE) {
      last.push(tile)
      continue
    }
    pieces.push([tile])
    parks = tile.parks.length
  }
  return pieces
}

/**
 * Stores whole tiles: adds their parks and removes those that the provider does not list there, unless they were stored
 * meanwhile. A park that moved to another of these tiles leaves its old one when it enters the new one.
 */
export async function applyParkTiles(
  dbs: Databases,
  { tiles, ...times }: TilesAnswer,
  settle?: Incoming['settle'],
): Promise<void> {
  const named = new Set(tiles.flatMap(({ parks }) => parks.map(({ id }) => id)))
  for (const piece of inPieces(tiles)) {
    const incoming: Incoming = {
      parks: piece.flatMap(({ parks }) => parks),
      savedAt: times.savedAt,
      whole: {
        cells: piece.map(({ cell }) => cell),
        isGone: ({ park, savedAt }) => !named.has(park.id) && !isMeanwhile(savedAt, times),
      },
      ...(settle === undefined ? {} : { settle }),
    }
    await onPublic(dbs, () => bringIn(dbs.public, incoming))
  }
}
