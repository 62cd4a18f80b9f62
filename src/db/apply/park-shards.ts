import type { Park } from '../../contract/parks.ts'
import { shardsOf } from '../../domain/search-text.ts'
import type { ParkKeyRow, PublicDb, ShardPark } from '../schema.ts'
import { tokensOf } from '../search-words.ts'

/** A park that is new to the mirror (no `before`), gone from it (no `after`), or whose place or words changed. */
export interface ShardMove {
  readonly before: ParkKeyRow | undefined
  readonly after: (ParkKeyRow & { readonly country: Park['country_code'] }) | undefined
}

const shardsOfKey = (key: ParkKeyRow | undefined): readonly string[] =>
  key === undefined ? [] : shardsOf(tokensOf(key.words))

/** Takes the parks out of the shards of their old words and puts them into those of the new. Inside the caller's transaction. */
export async function moveInShards(db: PublicDb, moves: readonly ShardMove[]): Promise<void> {
  const tokens = [...new Set(moves.flatMap((move) => [...shardsOfKey(move.before), ...shardsOfKey(move.after)]))]
  if (tokens.length === 0) return
  const rows = await db.shards.bulkGet(tokens)
  const shards = new Map(
    tokens.map((token, index) => [token, new Map(rows[index]?.parks.map((park) => [park.id, park]))]),
  )
  for (const { before, after } of moves) {
    if (before !== undefined) for (const token of shardsOfKey(before)) shards.get(token)?.delete(before.id)
    if (after === undefined) continue
    const park: ShardPark = { id: after.id, cell: after.cell, country: after.country, words: after.words }
    for (const token of shardsOfKey(after)) shards.get(token)?.set(after.id, park)
  }
  await db.shards.bulkPut([...shards].map(([token, parks]) => ({ token, parks: [...parks.values()] })))
}
