import type { Park } from '../contract/parks.ts'
import { must } from '../lib/assert.ts'
import type { SavedPark, SharedTexts, TileRow } from './tile-row.ts'

const OTHER_THAN_ASCII = /[\u0080-\uffff]/g
const OTHER_THAN_LATIN = /[\u0100-\uffff]/

const escape = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Browsers and their databases store two bytes per letter of a string that contained any non-Latin one; this result
 * takes one.
 */
function toAscii(text: string): string {
  const ascii = text.replaceAll(OTHER_THAN_ASCII, escape)
  return OTHER_THAN_LATIN.test(text) ? decoder.decode(encoder.encode(ascii)) : ascii
}

/** Fields that the parks of a town mostly share. */
const SHARED = [
  'city',
  'state',
  'country_code',
  'timezone',
  'kind',
  'currency',
  'covered',
  'amenities',
  'demo',
  'demo_fields',
  'source',
  'attribution',
] as const satisfies readonly (keyof Park)[]
/** Includes the end of the price's validity, which changes with each answer while the price mostly stays. */
type Common = Pick<Park, (typeof SHARED)[number]> & Pick<Park['rate'], 'valid_until'>
type Rate = Omit<Park['rate'], 'valid_until'>

type Own = Omit<Park, keyof Common | 'rate' | 'distance_m'>
type Written<T> = { readonly [Key in keyof Required<T>]: T[Key] | undefined }

/** A park's own fields, when it was saved, and its indexes into the rates and commons of its tile. */
type OwnPart = readonly [savedAt: number, own: Written<Own>, rate: number, common: number]

/** Values left out of the stored text and restored on reading. */
const NOTHING = {
  address: null,
  lat: null,
  lng: null,
  capacity: null,
  available: null,
  available_at: null,
  hourly_from: null,
  height_limit_m: null,
  ev_chargers: null,
  accessible_spaces: null,
  opening_hours: null,
} satisfies Partial<Own>

const leftOut = <T>(value: T | null): T | undefined => value ?? undefined

/** A list of distinct texts. */
class Texts {
  readonly all: string[] = []
  readonly #places = new Map<string, number>()

  add(value: object): number {
    const text = JSON.stringify(value)
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.all.length)
    return this.all.push(toAscii(text)) - 1
  }
}

/** Parks of one file or one tile share one rate object, so its text is made once. */
class Rates extends Texts {
  readonly #known = new Map<Park['rate'], number>()

  override add(rate: Park['rate']): number {
    const known = this.#known.get(rate)
    if (known !== undefined) return known
    const { valid_until: _validUntil, ...lasting } = rate
    const place = super.add(lasting satisfies Rate)
    this.#known.set(rate, place)
    return place
  }
}

/** Neighbouring parks mostly share these fields. */
class Commons extends Texts {
  #last: { readonly of: Park; readonly place: number } | undefined

  override add(park: Park): number {
    const { valid_until } = park.rate
    const last = this.#last
    if (last?.of.rate.valid_until === valid_until && SHARED.every((key) => park[key] === last.of[key]))
      return last.place
    const place = super.add({ ...Object.fromEntries(SHARED.map((key) => [key, park[key]])), valid_until })
    this.#last = { of: park, place }
    return place
  }
}

const ownOf = (park: Park): Written<Own> => ({
  id: park.id,
  code: park.code,
  slug: park.slug,
  name: park.name,
  address: leftOut(park.address),
  lat: leftOut(park.lat),
  lng: leftOut(park.lng),
  capacity: leftOut(park.capacity),
  available: leftOut(park.available),
  available_at: leftOut(park.available_at),
  hourly_from: leftOut(park.hourly_from),
  tariff_version: park.tariff_version,
  height_limit_m: leftOut(park.height_limit_m),
  ev_chargers: leftOut(park.ev_chargers),
  accessible_spaces: leftOut(park.accessible_spaces),
  opening_hours: leftOut(park.opening_hours),
  chargers: park.chargers,
  rating: park.rating,
  version: park.version,
  updated_at: park.updated_at,
})

/**
 * Stores parks as text: a browser takes several times longer to clone a car park into and out of the database than to
 * write and parse its JSON.
 */
export function toTileRow(cell: number, parks: readonly SavedPark[]): TileRow {
  const [rates, commons] = [new Rates(), new Commons()]
  const texts = parks.map(({ park, savedAt }) => {
    const part: OwnPart = [savedAt, ownOf(park), rates.add(park.rate), commons.add(park)]
    return toAscii(JSON.stringify(part))
  })
  let end = 0
  const ends = texts.map((text) => {
    // One bracket or comma precedes each.
    end += 1 + text.length
    return end
  })
  return {
    cell,
    parks: [],
    own: `[${texts.join(',')}]`,
    rates: rates.all,
    commons: commons.all,
    ids: Int32Array.from(parks, ({ park }) => park.id),
    ends: Int32Array.from(ends),
  }
}

/** Texts kept in memory: the prices of some towns. */
const REMEMBERED = 500

const parsed = new Map<string, unknown>()

/**
 * Returns the same object for the same text, even when its tile is read again: values derived from a price are cached
 * by that object.
 */
function parseShared(text: string): unknown {
  const value: unknown = parsed.get(text) ?? JSON.parse(text)
  // Moves the text to the end, as the most recently used.
  parsed.delete(text)
  parsed.set(text, value)
  const [oldest] = parsed.keys()
  if (parsed.size > REMEMBERED && oldest !== undefined) parsed.delete(oldest)
  return value
}

function createJoin({ rates, commons }: Omit<SharedTexts, 'own'>): (part: OwnPart) => SavedPark {
  const joined = new Map<string, { readonly common: Omit<Common, 'valid_until'>; readonly rate: Park['rate'] }>()
  const join = (rate: number, common: number) => {
    const { valid_until, ...shared } = parseShared(must(commons[common], 'what a town shares')) as Common
    const lasting = parseShared(must(rates[rate], 'a price')) as Rate
    return { common: shared, rate: { ...lasting, valid_until } }
  }
  return ([savedAt, own, rate, common]) => {
    const key = `${String(rate)} ${String(common)}`
    const shared = joined.get(key) ?? join(rate, common)
    joined.set(key, shared)
    return { park: { ...NOTHING, ...shared.common, ...(own as Own), rate: shared.rate }, savedAt }
  }
}

export function parksOfTile({ parks, text, own, rates, commons }: TileRow): readonly SavedPark[] {
  if (own !== undefined && rates !== undefined && commons !== undefined)
    return (JSON.parse(own) as readonly OwnPart[]).map(createJoin({ rates, commons }))
  return text === undefined ? parks : (JSON.parse(text) as readonly SavedPark[])
}

/**
 * Returns only the wanted parks of a tile: a cell in a city centre has many more, and parsing their JSON takes most of
 * the time.
 */
export function parksOfTileWith(row: TileRow, wanted: ReadonlySet<number>): readonly SavedPark[] {
  const { own, rates, commons, ids, ends } = row
  if (own === undefined || rates === undefined || commons === undefined || ids === undefined || ends === undefined)
    return parksOfTile(row).filter(({ park }) => wanted.has(park.id))
  const join = createJoin({ rates, commons })
  const found: SavedPark[] = []
  for (const [index, id] of ids.entries())
    if (wanted.has(id)) found.push(join(JSON.parse(own.slice((ends[index - 1] ?? 0) + 1, ends[index])) as OwnPart))
  return found
}

/** Returns the length of all its texts: the browser does not report the actual size. */
export function bytesOfTile({ parks, text, own, rates = [], commons = [] }: TileRow): number {
  const texts = [...rates, ...commons, own ?? text ?? JSON.stringify(parks)]
  return texts.reduce((sum, { length }) => sum + length, 0)
}
