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

export interface OsmBlock {
  /** Its position in the file, from 0. */
  readonly index: number
  readonly items: readonly OsmItem[]
}

/**
 * Yields the wanted blocks of an extract in file order: parsing a block costs more than skipping it. Throws
 * `TileProblem` when the file is not an extract.
 */
export async function* readOsmBlocks(file: string, isWanted: (index: number) => boolean): AsyncGenerator<OsmBlock> {
  let index = 0
  for await (const block of readPbfBlocks(file)) {
    if (isWanted(index)) yield { index, items: parseBlock(file, block) }
    index += 1
  }
}

function parseBlock(file: string, block: Buffer): readonly OsmItem[] {
  try {
    return parse(block, { withTags: true, withInfo: false }) as readonly OsmItem[]
  } catch (error) {
    throw new TileProblem(`${file} is corrupt: a block of it holds no map data`, { cause: error })
  }
}
