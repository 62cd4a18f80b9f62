import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRegion, type ImportedRegion } from '../../provider/tiles/import-region.ts'
import { type Box, tilesOf } from '../../provider/tiles/tile-box.ts'
import { listRegions, tileFolder } from '../../provider/tiles/tile-shelf.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openFile } from './support/read-file.ts'
import { givesRanges, startServer } from './support/range-server.ts'
import { SMALL_BOX, smallArchive, type Thing, tileOf } from './support/small-archive.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-archives-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function importBytes(bytes: Uint8Array, region: string, box: Box = SMALL_BOX): Promise<ImportedRegion> {
  const server = await startServer(givesRanges(bytes))
  try {
    return await importRegion(
      { source: server.address, region, box, buildings: false },
      { dataDir, clock: systemClock },
    )
  } finally {
    await server.close()
  }
}

const line = (tags: Thing['tags']): Thing => ({ type: 2, tags })
const point = (tags: Thing['tags']): Thing => ({ type: 1, tags })
const area = (tags: Thing['tags']): Thing => ({ type: 3, tags })

describe('a tile of the public schema', () => {
  /** One feature of each kind that is kept, among others that a basemap has. */
  const RICH = tileOf({
    earth: [area({ kind: 'earth' })],
    landcover: [area({ kind: 'grassland' })],
    boundaries: [line({ kind: 'country' })],
    buildings: [area({ kind: 'building', height: 12 })],
    water: [area({ kind: 'ocean', sort_rank: 200 }), line({ kind: 'stream' }), area({ kind: 'swimming_pool' })],
    landuse: [area({ kind: 'park', name: 'Freedom Park' }), area({ kind: 'industrial' }), area({ kind: 'pier' })],
    roads: [
      line({
        kind: 'highway',
        kind_detail: 'motorway',
        ref: 'A1',
        name: 'Third Mainland Bridge',
        is_bridge: true,
        sort_rank: 400,
      }),
      line({
        kind: 'major_road',
        kind_detail: 'primary',
        ref: 'B7',
        name: 'Awolowo Road',
        'name:ha': 'x',
        oneway: 'yes',
      }),
      line({ kind: 'minor_road', kind_detail: 'residential', name: 'Bourdillon' }),
      line({ kind: 'minor_road', kind_detail: 'service', service: 'driveway' }),
      line({ kind: 'path', kind_detail: 'sidewalk' }),
      line({ kind: 'rail', kind_detail: 'rail', name: 'Blue Line' }),
      line({ kind: 'rail', kind_detail: 'subway' }),
      line({ kind: 'ferry' }),
    ],
    places: [
      point({
        kind: 'neighbourhood',
        kind_detail: 'suburb',
        name: 'Ikoyi',
        'name:en': 'Ikoyi',
        'name:fr': 'Ikoyi FR',
        min_zoom: 12,
        population: 5,
      }),
      point({ kind: 'country', name: 'Nigeria' }),
      point({ kind: 'locality' }),
    ],
    pois: [
      point({ kind: 'station', name: 'Marina', iata: 'x' }),
      point({ kind: 'museum', name: 'National Museum' }),
      point({ kind: 'restaurant', name: 'Yellow Chilli' }),
    ],
  })

  it('keeps the layers and tags of ours alone', async () => {
    const { row } = await importBytes(smallArchive(RICH), 'rich')
    const file = await openFile(join(tileFolder(dataDir), row.file))
    const [at = { z: 14, x: 0, y: 0 }] = tilesOf(SMALL_BOX, 14)
    const kept = ((await file.tile(at)) ?? []).map(({ layer, tags }) => [layer, tags])
    expect(kept).toEqual([
      ['water', { kind: 'ocean' }],
      ['landuse', { kind: 'park' }],
      ['landuse', { kind: 'pier' }],
      ['roads', { kind: 'highway', name: 'Third Mainland Bridge', ref: 'A1', is_bridge: true }],
      ['roads', { kind: 'major_road', name: 'Awolowo Road' }],
      ['roads', { kind: 'minor_road', name: 'Bourdillon' }],
      ['roads', { kind: 'rail' }],
      ['places', { kind: 'neighbourhood', name: 'Ikoyi', 'name:fr': 'Ikoyi FR', min_zoom: 12 }],
      ['pois', { kind: 'station', name: 'Marina' }],
      ['pois', { kind: 'landmark', name: 'National Museum' }],
    ])
    expect(await file.archive.getMetadata()).toMatchObject({
      name: 'rich',
      attribution: '© OpenStreetMap contributors',
    })
  })
})

it('a city of a large archive comes in few requests', async () => {
  const world: Box = [3, 6, 4.1, 7.1]
  const tiles = tilesOf(world, 14)
  expect(tiles.length).toBeGreaterThan(2_000)
  const server = await startServer(
    givesRanges(smallArchive(tileOf({ roads: [line({ kind: 'major_road', name: 'A' })] }), world)),
  )
  try {
    const request = { source: server.address, region: 'few', box: SMALL_BOX, buildings: false }
    await importRegion(request, { dataDir, clock: systemClock })
    expect(server.asked.length).toBeLessThanOrEqual(8)
  } finally {
    await server.close()
  }
})

describe('the folder of the regions', () => {
  const archive = (name: string): Buffer => smallArchive(tileOf({ roads: [line({ kind: 'major_road', name })] }))

  it('lists the newest of a region; the file before stays for those who read it', async () => {
    const first = await importBytes(archive('First Avenue'), 'changing')
    const second = await importBytes(archive('Second Avenue'), 'changing')
    expect(second.row.file).not.toBe(first.row.file)
    const { rows } = await listRegions(dataDir)
    expect(rows.filter(({ region }) => region === 'changing')).toEqual([second.row])
    expect(await readdir(tileFolder(dataDir))).toEqual(expect.arrayContaining([first.row.file, second.row.file]))
  })

  it('gives up what nobody names after a month, and what a killed import left after a day', async () => {
    const old = (await importBytes(archive('Old'), 'aging')).row.file
    const leftover = 'aging.json.0123456789ab.tmp'
    await writeFile(join(tileFolder(dataDir), leftover), 'half')
    const [monthAgo, dayAgo] = [31, 1.1].map((days) => new Date(Date.now() - days * 86_400_000))
    await utimes(join(tileFolder(dataDir), old), monthAgo ?? 0, monthAgo ?? 0)
    await utimes(join(tileFolder(dataDir), leftover), dayAgo ?? 0, dayAgo ?? 0)
    const now = await importBytes(archive('New'), 'aging')
    const names = await readdir(tileFolder(dataDir))
    expect(names).not.toContain(old)
    expect(names).not.toContain(leftover)
    expect((await stat(join(tileFolder(dataDir), now.row.file))).size).toBe(now.row.bytes)
  })

  it('a row that somebody has spoilt hides its region alone', async () => {
    await writeFile(join(tileFolder(dataDir), 'spoilt.json'), '{"region":')
    await writeFile(join(tileFolder(dataDir), 'strange.json'), '{"region":"../../etc"}')
    const { rows, unreadable } = await listRegions(dataDir)
    expect(unreadable).toEqual(['spoilt.json', 'strange.json'])
    expect(rows.map(({ region }) => region)).toContain('changing')
  })
})
