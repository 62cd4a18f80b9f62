/** Which car parks a piece of the world has, and where their tiles are: `ids` and `cells` in the order of the lines of `BlockWordsRow`. */
export interface BlockRow {
  readonly block: string
  readonly ids: Int32Array
  readonly cells: Int32Array
  /** The first three letters of their words, of some that are gone too, each once with one space before: whether a search must read the lines. */
  readonly starts: string
}

/** By what each of them is found. Apart from `BlockRow`, which is a tenth as long and read more often. */
export interface BlockWordsRow {
  readonly block: string
  /** See `lineOf`; one text, since a browser copies it at once and a list piece by piece. */
  readonly lines: string
}

/** Another one with each change of `blocks`: whoever has read them knows whether they are still so. */
export interface RevisionRow {
  readonly key: 'blocks'
  readonly revision: string
}
