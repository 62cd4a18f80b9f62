import { parse } from 'osm-pbf-parser-node'
import type { OsmTags } from './classify-osm.ts'
import { readPbfBlocks } from './pbf-blocks.ts'
import { TileProblem } from './tile-problem.ts'

interface OsmNode {
  readonly type: 'node'
  readonly id: number
  readonly lat: number
  readonly lon: number
  readonly tags?: OsmTags
}

export interface OsmWay {
  readonly type: 'way'
  readonly id: number
  readonly refs: readonly number[]
  readonly tags?: OsmTags
}

export interface OsmRelation {
  readonly type: 'relation'
  readonly id: number
  readonly members: ReadonlyArray<{ readonly type: string; readonly ref: number; readonly role: string }>
  readonly tags?: OsmTags
}

export type OsmItem = OsmNode | OsmWay | OsmRelation

/** Everything of an extract in the order of the file. Throws `TileProblem` for a file that is none. */
export async function* readOsmItems(file: string): AsyncGenerator<OsmItem> {
  for await (const block of readPbfBlocks(file)) yield* parseBlock(file, block)
}

function parseBlock(file: string, block: Buffer): readonly OsmItem[] {
  try {
    return parse(block, { withTags: true, withInfo: false }) as readonly OsmItem[]
  } catch (error) {
    throw new TileProblem(`${file} is corrupt: a block of it holds no map data`, { cause: error })
  }
}
