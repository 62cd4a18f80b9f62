import type { Park } from '../../contract/parks.ts'
import { shardsOf } from '../../domain/search-text.ts'
import type { ParkKeyRow, PublicDb, ShardPark } from '../schema.ts'
import { tokensOf } from '../search-words.ts'

/** A park that is new to the mirror (no `before`), gone from it (no `after`), or whose place or words changed. */
export interface ShardMove {
  readonly before: ParkKeyRow | undefined
  readonly after: (ParkKeyRow & { readonly country: Park['country_code'] }) | undefined
}

/** A piece of the world: 16 cells of its grid each way, a large city. */
const ROW = 8192
const BLOCK = 16
const blockOf = (cell: number): string =>
  cell < 0 ? 'none' : `${String(Math.floor(cell / ROW / BLOCK))}-${String(Math.floor((cell % ROW) / BLOCK))}`

/**
 * The rows that a park is in. Words such as "street" are in most parks: one row for all of them would be written again with every few parks
 * that come, so each piece of the world has a row of its own.
 */
const shardsOfKey = ({ words, cell }: ParkKeyRow): readonly string[] =>
  shardsOf(tokensOf(words)).map((shard) => `${shard} ${blockOf(cell)}`)

/** Rows of the world as a whole, which releases before have written. */
const oldShardsOf = ({ words }: ParkKeyRow): readonly string[] => shardsOf(tokensOf(words))

/** Takes the parks out of the shards of their old words and puts them into those of the new. Inside the caller's transaction. */
export async function moveInShards(db: PublicDb, moves: readonly ShardMove[]): Promise<void> {
  const leaves = ({ before }: ShardMove): readonly string[] =>
    before === undefined ? [] : [...shardsOfKey(before), ...oldShardsOf(before)]
  const enters = ({ after }: ShardMove): readonly string[] => (after === undefined ? [] : shardsOfKey(after))
  const tokens = [...new Set(moves.flatMap((move) => [...leaves(move), ...enters(move)]))]
  if (tokens.length === 0) return
  const rows = await db.shards.bulkGet(tokens)
  const shards = new Map(
    tokens.map((token, index) => [token, new Map(rows[index]?.parks.map((park) => [park.id, park]))]),
  )
  for (const move of moves) {
    const { before, after } = move
    if (before !== undefined) for (const token of leaves(move)) shards.get(token)?.delete(before.id)
    if (after === undefined) continue
    const park: ShardPark = { id: after.id, cell: after.cell, country: after.country, words: after.words }
    for (const token of enters(move)) shards.get(token)?.set(after.id, park)
  }
  const [left, empty] = [
    [...shards].filter(([, { size }]) => size > 0),
    [...shards].filter(([, { size }]) => size === 0),
  ]
  await db.shards.bulkPut(left.map(([token, parks]) => ({ token, parks: [...parks.values()] })))
  await db.shards.bulkDelete(empty.map(([token]) => token))
}
