import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type pg from 'pg'
import type { Database, Queryable } from '../db/database.ts'
import { NO_SEAL } from '../db/seal.ts'
import { toQueryable } from '../db/transaction.ts'
import type { NewPark } from './new-park.ts'
import { IMPORT_LOCK } from './parks-store.ts'

/** A park known to be new: its code and slug are unused. */
export interface CopiedPark extends NewPark {
  readonly code: string
  readonly slug: string
}

type Cell = string | number | boolean | null | Date | readonly string[]

/** Quotes a value inside an array. */
const toArrayItem = (item: string): string => `"${item.replace(/["\\]/g, String.raw`\$&`)}"`

const toText = (cell: Exclude<Cell, null>): string => {
  if (cell instanceof Date) return cell.toISOString()
  return Array.isArray(cell) ? `{${cell.map(toArrayItem).join(',')}}` : String(cell)
}

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Formats a row for COPY's text format. */
const toRow = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => (cell === null ? String.raw`\N` : toText(cell).replace(/[\\\t\n\r]/g, (sign) => ESCAPED[sign] ?? sign))).join('\t')}\n`

const copy = (client: pg.PoolClient, into: string, rows: Iterable<readonly Cell[]>): Promise<void> =>
  pipeline(
    Readable.from(
      (function* () {
        for (const row of rows) yield toRow(row)
      })(),
    ),
    client.query(copyFrom(`copy ${into} from stdin`)),
  )

const PARKS = `parks (id, code, slug, source, source_id, name, address, city, state, country_code, lat, lng, cell, timezone, kind, capacity, currency,
  hourly_from_minor, tariff_version, height_limit_m, ev_chargers, chargers, accessible_spaces, covered, opening_hours, amenities, demo_fields,
  attribution, fingerprint, updated_at)`

const toParkRow = (park: CopiedPark, id: number, now: Date): readonly Cell[] => [
  ...[id, park.code, park.slug, park.source, park.sourceId, park.name, park.address, park.city, park.state],
  ...[park.countryCode, park.lat, park.lng, park.cell, park.timezone, park.kind, park.capacity, park.currency],
  ...[park.rate.hourlyFromMinor, park.rate.version, park.heightLimitM, park.evChargers, JSON.stringify(park.chargers)],
  ...[
    park.accessibleSpaces,
    park.covered,
    park.openingHours,
    park.amenities,
    park.demoFields,
    park.attribution,
    park.fingerprint,
    now,
  ],
]

/** Reserves `count` ids and returns the last of them. */
async function reserveIds(client: pg.PoolClient, count: number): Promise<number> {
  const { rows } = await client.query<{ last: number }>(
    `select setval(s.name, nextval(s.name) + $1 - 1) as last from (select pg_get_serial_sequence('parks', 'id') as name) as s`,
    [count],
  )
  return rows[0]?.last ?? 0
}

async function copyChunk(client: pg.PoolClient, parks: readonly CopiedPark[], now: Date): Promise<void> {
  const first = (await reserveIds(client, parks.length)) - parks.length + 1
  const jsonOf = new Map<object, string>()
  const toJson = (value: object): string => {
    const text = jsonOf.get(value) ?? JSON.stringify(value)
    jsonOf.set(value, text)
    return text
  }
  await copy(
    client,
    PARKS,
    parks.map((park, n) => toParkRow(park, first + n, now)),
  )
  await copy(
    client,
    'park_tariffs (park_id, version, tariff, taxes, created_at)',
    parks.map(({ rate }, n) => [first + n, rate.version, toJson(rate.tariff), toJson(rate.taxes), now]),
  )
  await copy(
    client,
    'park_tokens (token, park_id, country_code)',
    parks.flatMap(({ tokens, countryCode }, n) => [...new Set(tokens)].map((token) => [token, first + n, countryCode])),
  )
}

const FILLED = `('parks'::regclass, 'park_tariffs'::regclass, 'park_tokens'::regclass)`

/**
 * Runs `fill` with non-unique indexes and foreign keys dropped, then recreates them: six times as fast for half a
 * million parks. Runs in the caller's transaction, which blocks readers of these tables until it ends.
 */
export async function indexedAfter(tx: Queryable, fill: () => Promise<void>): Promise<void> {
  const indexes = await tx.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
      where indrelid in ${FILLED} and not indisunique`,
  )
  const references = await tx.query<{ table: string; name: string; made: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as made from pg_constraint
      where contype = 'f' and conrelid in ${FILLED}`,
  )
  for (const { name } of indexes) await tx.query(`drop index ${name}`)
  for (const { table, name } of references) await tx.query(`alter table ${table} drop constraint ${name}`)
  await fill()
  for (const { table, name, made } of references) await tx.query(`alter table ${table} add constraint ${name} ${made}`)
  await tx.query("set local maintenance_work_mem = '256MB'")
  for (const { made } of indexes) await tx.query(made)
}

/** Rows per COPY. */
const CHUNK = 25_000

/** Writes new parks by COPY, all or none. Needs the owner's role, because it recreates indexes. */
export async function copyParks(db: Database, parks: Iterable<CopiedPark>, nowMs: number): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
    await indexedAfter(toQueryable(client, NO_SEAL), async () => {
      let chunk: CopiedPark[] = []
      for (const park of parks) {
        chunk.push(park)
        if (chunk.length < CHUNK) continue
        await copyChunk(client, chunk, new Date(nowMs))
        chunk = []
      }
      if (chunk.length > 0) await copyChunk(client, chunk, new Date(nowMs))
    })
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
