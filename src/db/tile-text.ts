import type { SavedPark, TileRow } from './schema.ts'

const OTHER_THAN_ASCII = /[\u0080-\uffff]/g
const OTHER_THAN_LATIN = /[\u0100-\uffff]/

const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The same text as bytes: a browser keeps two for each letter of a text that had any other than Latin ones, and so does its database. */
const inBytes = (ascii: string): string => decoder.decode(encoder.encode(ascii))

/** As one text: to copy a car park into the database and out of it takes a browser several times as long as to write and read its JSON. */
export function toTileRow(cell: number, parks: readonly SavedPark[]): TileRow {
  let isWide = false
  const texts = parks.map((saved) => {
    const text = JSON.stringify(saved)
    isWide ||= OTHER_THAN_LATIN.test(text)
    return text.replaceAll(OTHER_THAN_ASCII, escape)
  })
  let end = 0
  const ends = texts.map((text) => {
    // One bracket or comma before each.
    end += 1 + text.length
    return end
  })
  const text = `[${texts.join(',')}]`
  return {
    cell,
    parks: [],
    text: isWide ? inBytes(text) : text,
    ids: Int32Array.from(parks, ({ park }) => park.id),
    ends: Int32Array.from(ends),
  }
}

export const parksOfTile = ({ parks, text }: TileRow): readonly SavedPark[] =>
  text === undefined ? parks : (JSON.parse(text) as readonly SavedPark[])

/** Those of a tile that are wanted: a cell in the middle of a city has many more, and to read their JSON takes most of the time. */
export function parksOfTileWith(row: TileRow, wanted: ReadonlySet<number>): readonly SavedPark[] {
  const { text, ids, ends } = row
  if (text === undefined || ids === undefined || ends === undefined)
    return parksOfTile(row).filter(({ park }) => wanted.has(park.id))
  const found: SavedPark[] = []
  for (const [index, id] of ids.entries())
    if (wanted.has(id)) found.push(JSON.parse(text.slice((ends[index - 1] ?? 0) + 1, ends[index])) as SavedPark)
  return found
}
