import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRegion, type ImportedRegion } from '../../provider/tiles/import-region.ts'
import { isInRing } from '../../provider/tiles/rings.ts'
import type { Position } from '../../provider/tiles/street-feature.ts'
import { FIRST_ZOOM, LAST_ZOOM, tilesOf } from '../../provider/tiles/tile-box.ts'
import { tileFolder } from '../../provider/tiles/tile-shelf.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { MIDTOWN, SAN_FRANCISCO } from './support/extracts.ts'
import { openFile, type OpenFile, type TileFeature } from './support/read-file.ts'

/** The most that a phone may have to fetch for one tile, in bytes. */
const DENSEST_BYTES = 17_000

let dataDir: string
const imported = new Map<string, ImportedRegion>()
const files = new Map<string, OpenFile>()

const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('missing')
  return value
}
const pathOf = ({ row }: ImportedRegion): string => join(tileFolder(dataDir), row.file)

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-tiles-'))
  for (const request of [MIDTOWN, SAN_FRANCISCO]) {
    const made = await importRegion(request, { dataDir, clock: systemClock })
    imported.set(request.region, made)
    files.set(request.region, await openFile(pathOf(made)))
  }
}, 120_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Returns every feature at the last zoom of a region. */
async function features(region: string): Promise<readonly TileFeature[]> {
  const file = must(files.get(region))
  const found = await Promise.all(tilesOf(file.box, LAST_ZOOM).map((at) => file.tile(at)))
  return found.flatMap((one) => one ?? [])
}

const named = (all: readonly TileFeature[], layer: string, kind?: string): Set<unknown> =>
  new Set(
    all
      .filter((one) => one.layer === layer && (kind ?? one.tags['kind']) === one.tags['kind'])
      .map(({ tags }) => tags['name']),
  )

async function isWater(region: string, position: Position): Promise<boolean> {
  const water = (await features(region)).filter(({ layer }) => layer === 'water')
  return water.some(({ parts }) => parts.filter((ring) => isInRing(position, ring)).length % 2 === 1)
}

describe('midtown Manhattan', () => {
  it('has its streets, stations, quarters and parks by name', async () => {
    const all = await features('midtown')
    for (const name of ['Broadway', '5th Avenue', 'West 42nd Street', 'Park Avenue'])
      expect(named(all, 'roads')).toContain(name)
    for (const name of ['Grand Central', 'New York Penn Station']) {
      expect([...named(all, 'pois', 'station')].join('; ')).toContain(name)
    }
    for (const name of ['Chelsea', 'Murray Hill']) expect(named(all, 'places', 'neighbourhood')).toContain(name)
    expect(named(all, 'pois', 'park')).toContain('Bryant Park')
    expect(named(all, 'pois', 'landmark')).toContain('Empire State Building')
  })

  it.each<[string, Position, boolean]>([
    ['the Hudson', [-74.0125, 40.7425], true],
    ['the East River', [-73.966, 40.744], true],
    ['Times Square', [-73.9857, 40.7577], false],
    ['Union Square', [-73.9905, 40.7362], false],
  ])('%s at %j is water: %s', async (_name, position, expected) => {
    expect(await isWater('midtown', position)).toBe(expected)
  })
})

describe('downtown San Francisco', () => {
  it('has its streets, stations and quarters by name', async () => {
    const all = await features('sf')
    for (const name of ['Market Street', 'Mission Street', 'The Embarcadero'])
      expect(named(all, 'roads')).toContain(name)
    expect(named(all, 'pois', 'station')).toContain('Embarcadero')
    expect(named(all, 'places')).toContain('Nob Hill')
    expect(all.some(({ tags }) => tags['kind'] === 'highway' && String(tags['ref']).includes('I 80'))).toBe(true)
    expect(all.some(({ tags }) => tags['kind'] === 'pier')).toBe(true)
  })

  it.each<[string, Position, boolean]>([
    ['the bay', [-122.384, 37.79], true],
    ['Mission Creek', [-122.3955, 37.7728], true],
    ['Union Square', [-122.4075, 37.788], false],
    ['Embarcadero Plaza', [-122.3955, 37.795], false],
  ])('%s at %j is water: %s', async (_name, position, expected) => {
    expect(await isWater('sf', position)).toBe(expected)
  })
})

describe.each([MIDTOWN, SAN_FRANCISCO])('the file of $region', ({ region, box }) => {
  it('says what it is: version 3, gzip, zoom 10 to 14, its box, its credit and its layers', async () => {
    const { header, archive } = must(files.get(region))
    expect(header).toMatchObject({
      specVersion: 3,
      tileType: 1,
      tileCompression: 2,
      internalCompression: 2,
      clustered: true,
    })
    expect(header).toMatchObject({ minZoom: FIRST_ZOOM, maxZoom: LAST_ZOOM })
    expect([header.minLon, header.minLat, header.maxLon, header.maxLat]).toEqual(box)
    expect(await archive.getMetadata()).toMatchObject({
      name: region,
      attribution: '© OpenStreetMap contributors',
      bounds: box.join(','),
      vector_layers: ['water', 'landuse', 'roads', 'places', 'pois', 'buildings'].map((id) =>
        expect.objectContaining({ id }),
      ),
    })
  })

  it('has every tile of its box, and none beside it', async () => {
    const file = must(files.get(region))
    for (let z = FIRST_ZOOM; z <= LAST_ZOOM; z += 1) {
      const tiles = tilesOf(box, z)
      for (const at of tiles) expect(await file.tile(at), JSON.stringify(at)).not.toHaveLength(0)
      const beyond = must(tiles.at(-1))
      expect(await file.tile({ ...beyond, x: beyond.x + 1 })).toBeUndefined()
    }
    const count = [10, 11, 12, 13, 14].reduce((sum, z) => sum + tilesOf(box, z).length, 0)
    expect(file.header.numAddressedTiles).toBe(count)
  })

  it('has no tile above 17 kB', async () => {
    const file = must(files.get(region))
    for (const at of tilesOf(box, LAST_ZOOM)) {
      expect(gzipSync(must(await file.bytes(at)), { level: 9 }).length).toBeLessThan(DENSEST_BYTES)
    }
    expect(must(imported.get(region)).densestBytes).toBeLessThan(DENSEST_BYTES)
  })

  it('holds the layers and tags of the contract alone', async () => {
    const kinds: Readonly<Record<string, RegExp>> = {
      water: /^(ocean|river|canal|lake|basin|reservoir|pond|water|fountain)$/,
      landuse: /^[a-z_]+$/,
      roads: /^(highway|major_road|minor_road|path|rail)$/,
      places: /^(locality|neighbourhood)$/,
      pois: /^(station|landmark|park)$/,
    }
    const types: Readonly<Record<string, string>> = {
      ...{ water: 'Polygon', landuse: 'Polygon', roads: 'LineString', places: 'Point', pois: 'Point' },
    }
    for (const { layer, type, tags } of await features(region)) {
      expect(Object.keys(kinds)).toContain(layer)
      expect(String(tags['kind'])).toMatch(must(kinds[layer]))
      expect(type).toBe(types[layer])
      const allowed = new Set(['kind', 'name', 'name:en', 'name:fr', 'ref', 'is_bridge', 'is_tunnel', 'min_zoom'])
      expect(Object.keys(tags).filter((key) => !allowed.has(key))).toEqual([])
    }
  })

  it('lies in its box: nothing is drawn more than a few metres outside', async () => {
    const [west, south, east, north] = box
    for (const { parts } of await features(region)) {
      for (const [lng, lat] of parts.flat()) {
        expect(lng > west - 1e-4 && lng < east + 1e-4 && lat > south - 1e-4 && lat < north + 1e-4).toBe(true)
      }
    }
  })
})

it('the same extract gives the same bytes, and its region the same name', async () => {
  const before = must(imported.get('midtown'))
  const again = await importRegion(MIDTOWN, { dataDir, clock: systemClock })
  expect(again.row.file).toBe(before.row.file)
  expect(await readFile(pathOf(again))).toEqual(await readFile(pathOf(before)))
})

it('outlines of houses come when they are asked for', async () => {
  const made = await importRegion({ ...MIDTOWN, region: 'houses', buildings: true }, { dataDir, clock: systemClock })
  const file = await openFile(pathOf(made))
  const [at] = tilesOf(file.box, LAST_ZOOM)
  const houses = ((await file.tile(must(at))) ?? []).filter(({ layer }) => layer === 'buildings')
  expect(houses.length).toBeGreaterThan(20)
})

it('a part of a file that was made is cut out of it, tile by tile the same', async () => {
  const source = pathOf(must(imported.get('sf')))
  const inner = [-122.41, 37.78, -122.4, 37.79] as const
  const made = await importRegion(
    { source, region: 'part', box: inner, buildings: false },
    { dataDir, clock: systemClock },
  )
  const [whole, part] = [must(files.get('sf')), await openFile(pathOf(made))]
  for (let z = FIRST_ZOOM; z <= LAST_ZOOM; z += 1) {
    for (const at of tilesOf(inner, z)) expect(await part.tile(at)).toEqual(await whole.tile(at))
  }
  expect(made.row.bytes).toBeLessThan(must(imported.get('sf')).row.bytes)
})
