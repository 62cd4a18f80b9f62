import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { COUNTRIES } from '../../../src/domain/country.ts'
import { decodePlacePack, type PlacePack } from '../../../src/domain/places/place-pack.ts'
import { must } from '../../../src/lib/assert.ts'

const read = (folder: string, code: string): string => readFileSync(join(folder, `places-${code}.json`), 'utf8')
const packOf = (code: string) => JSON.parse(read('data/places', code)) as PlacePack

interface Source {
  readonly name: string
  readonly kind: string
  readonly city: string | null
  readonly country_code: string
  readonly lat: number
  readonly lng: number
}
const sources = readFileSync('data/places.ndjson', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Source)

test('the committed packs are what the script makes of the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'))
  execFileSync(process.execPath, ['scripts/pack-places.ts', folder])
  for (const { code } of COUNTRIES) expect(read(folder, code) === read('data/places', code)).toBe(true)
  rmSync(folder, { recursive: true })
})

test('every place is there, within 10 m of its source, and no file is over 64 kB', () => {
  const keyOf = ({ name, kind, city }: Pick<Source, 'name' | 'kind' | 'city'>): string =>
    `${name}|${kind}|${city ?? ''}`
  for (const { code } of COUNTRIES) {
    const places = decodePlacePack(packOf(code))
    const ofCountry = sources.filter((source) => source.country_code === code)
    expect(places.length).toBeGreaterThanOrEqual(ofCountry.length)
    const byKey = Map.groupBy(places, keyOf)
    for (const source of ofCountry) {
      const found = byKey.get(keyOf({ ...source, name: source.name.replace(/\s+/g, ' ').trim() })) ?? []
      const isNear = ({ lat, lng }: Source | (typeof found)[number]) =>
        Math.abs(lat - source.lat) < 1e-4 && Math.abs(lng - source.lng) < 1e-4
      expect(found.some(isNear), source.name).toBe(true)
    }
    expect(brotliCompressSync(read('data/places', code)).length).toBeLessThan(64_000)
  }
})

test('a large city has its rank, and so has what lies in it', () => {
  const places = decodePlacePack(packOf('CA'))
  const find = (name: string, city: string) =>
    must(
      places.find((place) => place.name === name && place.city === city),
      name,
    )
  expect(find('Toronto', 'Toronto').rank).toBeLessThan(2)
  expect(find('Casa Loma', 'Toronto').rank).toBe(find('Toronto', 'Toronto').rank)
})

test('a town that only the base map has is there', () => {
  const found = decodePlacePack(packOf('US')).find(({ name }) => name === 'Washington, D.C.')
  expect(found).toMatchObject({ kind: 'city', rank: 0 })
})

test('half a file, another format or another country is refused', () => {
  const pack = packOf('SN')
  expect(() => decodePlacePack({ ...pack, names: pack.names.slice(0, 500) })).toThrow('Invariant')
  expect(() => decodePlacePack({ ...pack, points: pack.points.slice(0, 500) })).toThrow('Invariant')
  expect(() => decodePlacePack({ ...pack, country: 'FR' })).toThrow('Invariant')
  expect(() => decodePlacePack({ ...pack, format: 2 as 1 })).toThrow('Invariant')
})
