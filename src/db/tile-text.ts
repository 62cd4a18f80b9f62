import type { SavedPark, TileRow } from './schema.ts'

/** As one text: to copy a car park into the database and out of it takes a browser several times as long as to write and read its JSON. */
export const toTileRow = (cell: number, parks: readonly SavedPark[]): TileRow => ({
  cell,
  parks: [],
  text: JSON.stringify(parks),
})

export const parksOfTile = ({ parks, text }: TileRow): readonly SavedPark[] =>
  text === undefined ? parks : (JSON.parse(text) as readonly SavedPark[])
