import { migrate } from '../provider/db/migrate.ts'
import { createPool } from '../provider/db/pool.ts'
import { createDatabase, sqlState } from '../provider/db/transaction.ts'
import type { Database } from '../provider/db/database.ts'
import { listParks } from '../provider/repositories/park-search.ts'
import { nearestListed, Parameters } from '../provider/repositories/search-sql.ts'
import { must } from '../src/lib/assert.ts'
import type { LatLng } from '../src/lib/cell.ts'
import { silentLog } from '../src/lib/log.ts'
import { insertManyParks } from '../tests/provider/support/many-parks.ts'
import { withBenchDatabase } from './booking-world.ts'
import { median, p95 } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'

const PARKS = 500_000
const SHOWN = 50
const ROUNDS = 300
const SIZE = 20

/** Another index answering the same question: the 50 nearest of the same points, in the same server. */
interface Floor {
  readonly name: string
  readonly sql: string
}

/** Uses PostGIS where available; otherwise PostgreSQL's own points on a plane, which is less work than a globe. */
async function makeFloor(db: Database): Promise<Floor> {
  const hasPostgis = await db.query('create extension if not exists postgis').then(
    () => true,
    (error: unknown) => {
      if (sqlState(error) === undefined) throw error
      return false
    },
  )
  const [type, made, asked] = hasPostgis
    ? ['geography(point)', 'st_makepoint(lng, lat)::geography', 'st_makepoint($1, $2)::geography']
    : ['point', 'point(lng, lat)', 'point($1, $2)']
  await db.query('drop table if exists nearest_floor')
  await db.query(`create table nearest_floor (id integer primary key, at ${type} not null)`)
  await db.query(`insert into nearest_floor select id, ${made} from parks where lat is not null`)
  await db.query('create index on nearest_floor using gist (at)')
  await db.query('vacuum analyze nearest_floor')
  const name = hasPostgis ? 'PostGIS geography' : 'points on a plane'
  return { name, sql: `select id from nearest_floor order by at <-> ${asked} limit ${String(SHOWN)}` }
}

/** Milliseconds taken by one statement on one connection. */
async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await ask()
  return performance.now() - startedAt
}

async function compareNear(db: Database, floor: Floor, [where, centres]: readonly [string, readonly LatLng[]]) {
  const [ours, theirs]: [number[], number[]] = [[], []]
  // The first round warms the caches.
  for (let n = -ROUNDS; n < ROUNDS; n += 1) {
    const { lat, lng } = must(centres[(n + ROUNDS) % centres.length], 'a centre')
    const parameters = new Parameters()
    const sql = nearestListed({}, { lat, lng }, { parameters, offset: 0, length: SHOWN })
    const near = await timeOf(() => db.query(sql, parameters.values, 'near'))
    const other = await timeOf(() => db.query(floor.sql, [lng, lat], 'floor'))
    if (n < 0) continue
    ours.push(near)
    theirs.push(other)
  }
  const name = `${String(SHOWN)} nearest of ${String(PARKS)}, ${where}`
  return [
    compared(
      {
        name: `${name}, against ${floor.name}, median`,
        value: median(ours),
        floor: median(theirs),
        unit: 'ms',
        digits: 2,
      },
      { atMost: 3 },
    ),
    limited({ name: `${name}, p95`, value: p95(ours), unit: 'ms', digits: 2, atMost: 5 }),
  ]
}

async function comparePages(db: Database): Promise<readonly BenchRow[]> {
  const times = new Map<number, number[]>([
    [1, []],
    [1_000, []],
  ])
  for (let n = -20; n < ROUNDS; n += 1)
    for (const [page, list] of times) {
      const asked = { page, size: SIZE, after: null, nowMs: Date.now() }
      const time = await timeOf(() => listParks(db, { country: 'US' }, asked))
      if (n >= 0) list.push(time)
    }
  const [value, floor] = [median(times.get(1_000) ?? []), median(times.get(1) ?? [])]
  return [
    compared({ name: 'page 1,000 of a country, against page 1', value, floor, unit: 'ms', digits: 2 }, { atMost: 2 }),
  ]
}

async function benchOn(db: Database): Promise<readonly BenchRow[]> {
  const [row] = await db.query<{ parks: number }>('select count(*) as parks from parks')
  if ((row?.parks ?? 0) < PARKS) await insertManyParks(db, PARKS)
  await db.query('vacuum analyze')
  const floor = await makeFloor(db)
  const towns = await db.query<LatLng>(
    'select lat, lng from parks where lat is not null order by md5(id::text) limit 100',
  )
  const far = Array.from({ length: 100 }, (_, n) => ({ lat: -55 + ((n * 7) % 60), lng: -165 + ((n * 3) % 40) }))
  return [
    ...(await compareNear(db, floor, ['in a town', towns])),
    ...(await compareNear(db, floor, ['in the middle of the Pacific', far])),
    ...(await comparePages(db)),
  ]
}

/**
 * Runs in the empty database of BENCH_DATABASE_URL (owned by its user, on a server with PostGIS), otherwise in an
 * embedded one.
 */
export async function benchNear(): Promise<readonly BenchRow[]> {
  const url = process.env['BENCH_DATABASE_URL']
  if (url === undefined) return withBenchDatabase(benchOn)
  const db = createDatabase(createPool(url, { max: 1, log: silentLog }))
  try {
    await migrate(db.pool)
    return await benchOn(db)
  } finally {
    await db.close()
  }
}
