/** Which car parks a piece of the world has, and where their tiles are: all in the order of the lines of `BlockWordsRow`. */
export interface BlockRow {
  readonly block: string
  readonly ids: Int32Array
  readonly cells: Int32Array
  /** Latitude and longitude of each, NaN for none: the nearest are found before a tile is read. Absent: written after a rollback. */
  readonly spots?: Float64Array
  /** The first three letters of their words, of some that are gone too, each once with one space before: whether a search must read the lines. */
  readonly starts: string
}

export type PlacedBlock = BlockRow & Required<Pick<BlockRow, 'spots'>>

/** By what each of them is found. Apart from `BlockRow`, which is a tenth as long and read more often. */
export interface BlockWordsRow {
  readonly block: string
  /** See `lineOf`; one text, since a browser copies it at once and a list piece by piece. */
  readonly lines: string
}

/** Which words a piece has, and how soon they may be found there: a search reads few pieces, in this order, and not all that have a common word. */
export interface BlockStartsRow {
  readonly block: string
  /** The beginnings of its words, all as long: see `toStartsRow`. */
  readonly starts: string
  /** Of each of them where it stands first in a line, and the least id of the car parks of which that is the line. */
  readonly places: Uint8Array
  readonly ids: Int32Array
  /** Of its long words with digits, such as codes: see `markOf`. */
  readonly marks: Uint16Array
  /** Two letters each, with one space between. */
  readonly countries: string
}

/** Another one with each change of `blocks`: whoever has read them knows whether they are still so. */
export interface RevisionRow {
  readonly key: 'blocks'
  readonly revision: string
  /** Whether `blockStarts` has changed with them. Absent: written after a rollback. */
  readonly hasStarts?: true
}

/** As a transaction found it; undefined: no car park has ever come in. */
export type Revision = RevisionRow | undefined
