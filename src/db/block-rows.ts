/**
 * The car parks of one block of the grid and the cells of their tiles, in the order of the lines of `BlockWordsRow`.
 */
export interface BlockRow {
  readonly block: string
  readonly ids: Int32Array
  readonly cells: Int32Array
  /**
   * Latitude and longitude of each, NaN when unknown, so that the nearest are found without reading a tile. Absent in
   * rows written after a rollback.
   */
  readonly spots?: Float64Array
  /**
   * First three letters of their words, and of some deleted ones, each once with a leading space: shows whether a
   * search must read the lines.
   */
  readonly starts: string
}

export type PlacedBlock = BlockRow & Required<Pick<BlockRow, 'spots'>>

/** The search words of each car park. Kept apart from `BlockRow`, which is a tenth as long and read more often. */
export interface BlockWordsRow {
  readonly block: string
  /** See `lineOf`. One string, since a browser copies a string in one step and a list item by item. */
  readonly lines: string
}

/**
 * The words of a block and how early they can match there: a search reads a few blocks in this order, and not every
 * block that has a common word.
 */
export interface BlockStartsRow {
  readonly block: string
  /** The beginnings of its words, all of equal length: see `toStartsRow`. */
  readonly starts: string
  /** For each start, its earliest position in a line, and the lowest id of the car parks with that position. */
  readonly places: Uint8Array
  readonly ids: Int32Array
  /** Hashes of its long words with digits, such as codes: see `markOf`. */
  readonly marks: Uint16Array
  /** Two letters each, separated by one space. */
  readonly countries: string
}

/** Changes with each change of `blocks`, so that a reader can tell whether its copy is current. */
export interface RevisionRow {
  readonly key: 'blocks'
  readonly revision: string
  /** Whether `blockStarts` has changed with them. Absent in rows written after a rollback. */
  readonly hasStarts?: true
}

/** The revision that a transaction found; undefined when no car park was ever stored. */
export type Revision = RevisionRow | undefined
