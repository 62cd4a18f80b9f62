import * as v from 'valibot'
import { chargerSchema } from '../../src/contract/chargers.ts'
import { instantText } from '../../src/contract/common.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { Connector } from '../../src/domain/connectors.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'

/** Feed formats. `baywise`: car parks by their codes, with chargers. `parkapi`: ParkAPI v3, by the ids of a source. */
export const FEED_FORMATS = ['baywise', 'parkapi'] as const
export type FeedFormat = (typeof FEED_FORMATS)[number]

export interface FeedItem {
  /** The car park's code, or its id at the feed's source. */
  readonly park: string
  readonly free: number | null
  readonly chargers: ReadonlyArray<{
    readonly connector: Connector
    readonly power_kw: number | null
    readonly free: number
  }>
  readonly atMs: number
}

/** An item dated further ahead of our clock than this is refused. */
const AHEAD_MS = 5 * MINUTE_MS
const MAX_ITEMS = 100_000

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))
const key = v.pipe(v.string(), v.minLength(1), v.maxLength(120))

const baywiseItem = v.object({
  park: key,
  at: instantText,
  free: v.optional(v.nullable(count), null),
  chargers: v.optional(
    v.pipe(
      v.array(v.object({ ...v.pick(chargerSchema, ['connector', 'power_kw']).entries, free: count })),
      v.maxLength(20),
    ),
    () => [],
  ),
})
const parkApiItem = v.object({
  uid: key,
  realtime_data_updated_at: v.string(),
  realtime_free_capacity: count,
})

const itemsOf = v.object({ items: v.pipe(v.array(v.unknown()), v.maxLength(MAX_ITEMS)) })

function readItem(format: FeedFormat, item: unknown): FeedItem | undefined {
  if (format === 'baywise') {
    const parsed = v.safeParse(baywiseItem, item)
    if (!parsed.success) return undefined
    const { park, at, free, chargers } = parsed.output
    return { park: park.toUpperCase(), free, chargers, atMs: Date.parse(at) }
  }
  const parsed = v.safeParse(parkApiItem, item)
  if (!parsed.success) return undefined
  const { uid, realtime_free_capacity: free, realtime_data_updated_at: at } = parsed.output
  return { park: uid, free, chargers: [], atMs: Date.parse(at) }
}

export interface ReadFeed {
  readonly items: readonly FeedItem[]
  /** Items that could not be read, or are dated ahead of our clock. */
  readonly refused: number
}

/** Reads a feed item by item: a malformed one does not affect the others. The latest item of a car park counts. */
export function readFeed(format: FeedFormat, text: string, nowMs: number): Result<ReadFeed, 'not_json' | 'malformed'> {
  const json = parseJson(text)
  if (json === undefined) return err('not_json')
  const body = v.safeParse(itemsOf, Array.isArray(json) ? { items: json } : json)
  if (!body.success) return err('malformed')
  const latest = new Map<string, FeedItem>()
  let refused = 0
  for (const raw of body.output.items) {
    const item = readItem(format, raw)
    const isKnown = item !== undefined && Number.isFinite(item.atMs) && item.atMs <= nowMs + AHEAD_MS
    if (!isKnown) refused += 1
    else if ((latest.get(item.park)?.atMs ?? -Infinity) < item.atMs) latest.set(item.park, item)
  }
  return ok({ items: [...latest.values()], refused })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
