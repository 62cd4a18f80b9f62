import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeBasemap, decodeLine, type BasemapFile } from '../../src/domain/basemap.ts'
import { must } from '../../src/lib/assert.ts'

const text = readFileSync('data/basemap/basemap.json', 'utf8')
const basemap = decodeBasemap(JSON.parse(text) as BasemapFile)

interface Feature {
  readonly properties: Readonly<Record<string, string>>
  readonly geometry: { readonly type: string; readonly coordinates: number[][][] | number[][][][] | number[] }
}
const features = (name: string): readonly Feature[] =>
  (JSON.parse(readFileSync(`data/basemap/${name}.geojson`, 'utf8')) as { features: Feature[] }).features

test('the committed base map is what the script makes of the sources, and small', () => {
  const folder = mkdtempSync(join(tmpdir(), 'basemap-'))
  execFileSync(process.execPath, ['scripts/basemap.mjs', join(folder, 'basemap.json')])
  const made = readFileSync(join(folder, 'basemap.json'), 'utf8')
  rmSync(folder, { recursive: true })
  expect(made === text).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThan(200_000)
})

test('outlines come back to the point, closed', () => {
  expect(basemap.countries.map(({ code }) => code).toSorted()).toEqual(['CA', 'NG', 'SN', 'US'])
  const senegal = must(
    features('countries').find(({ properties }) => properties['country_code'] === 'SN'),
    'Senegal',
  )
  const source = (senegal.geometry.coordinates as number[][][]).flat()
  const decoded = must(
    basemap.countries.find(({ code }) => code === 'SN'),
    'Senegal',
  ).rings
  const points = decoded.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, index) => [ring[2 * index], ring[2 * index + 1]]),
  )
  expect(points).toEqual(source)
  for (const { rings } of basemap.countries) {
    for (const ring of rings) expect([ring[0], ring[1]]).toEqual([ring.at(-2), ring.at(-1)])
  }
})

test('a border between two states is there once, and a coast is none', () => {
  const edges = basemap.borders.flatMap((line) =>
    Array.from({ length: line.length / 2 - 1 }, (_, index) =>
      [line.slice(2 * index, 2 * index + 2).join(), line.slice(2 * index + 2, 2 * index + 4).join()]
        .toSorted()
        .join(' '),
    ),
  )
  expect(edges.length).toBeGreaterThan(6_000)
  expect(new Set(edges).size).toBe(edges.length)
})

test('every place is there, most important first, within 100 m of its source', () => {
  const sources = features('places')
  expect(basemap.places).toHaveLength(sources.length)
  expect(basemap.places[0]).toMatchObject({ name: 'New York', state: 'New York', countryCode: 'US', rank: 0 })
  const lagos = must(
    sources.find(({ properties }) => properties['name'] === 'Lagos'),
    'Lagos',
  ).geometry.coordinates as number[]
  const found = must(
    basemap.places.find(({ name }) => name === 'Lagos'),
    'Lagos',
  )
  expect(Math.abs(found.lng - must(lagos[0], 'lng'))).toBeLessThan(0.001)
  expect(Math.abs(found.lat - must(lagos[1], 'lat'))).toBeLessThan(0.001)
  const ranks = basemap.places.map(({ rank }) => rank)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
})

test('a line cut in the middle of a number, or without its decimals, is a bug', () => {
  expect(() => decodeLine('2_')).toThrow('Invariant')
  expect(() => decodeLine('_')).toThrow('Invariant')
})
