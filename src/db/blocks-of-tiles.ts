import type { Transaction } from 'dexie'
import { uuid7 } from '../lib/uuid7.ts'
import type { RevisionRow } from './block-rows.ts'
import { addPark, type Block, blockOf, emptyBlock, toRows } from './park-blocks.ts'
import type { TileRow } from './schema.ts'
import { parksOfTile } from './tile-text.ts'

/**
 * Rebuilds the blocks from the tiles, which hold all of this data. Until version 4 each word and each car park had a
 * row of its own; until version 5 blocks lacked the positions of their car parks, until version 6 the ranks of their
 * words.
 */
export async function blocksOfTiles(tx: Transaction): Promise<void> {
  const blocks = new Map<string, Block>()
  await tx.table<TileRow, number>('tiles').each((tile) => {
    const name = blockOf(tile.cell)
    const block = blocks.get(name) ?? emptyBlock()
    blocks.set(name, block)
    for (const { park } of parksOfTile(tile)) addPark(block, park)
  })
  const rows = [...blocks].filter(([, { ids }]) => ids.length > 0).map(([name, block]) => toRows(name, block))
  await tx.table('shards').clear()
  await tx.table('parkKeys').clear()
  await tx.table('blocks').clear()
  await tx.table('blockWords').clear()
  await tx.table('blocks').bulkPut(rows.map(([row]) => row))
  await tx.table('blockWords').bulkPut(rows.map(([, row]) => row))
  await tx.table('blockStarts').bulkPut(rows.map(([, , row]) => row))
  await tx.table('revisions').put({ key: 'blocks', revision: uuid7(), hasStarts: true } satisfies RevisionRow)
}
