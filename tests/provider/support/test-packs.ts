import { brotliDecompressSync } from 'node:zlib'
import { importParks } from '../../../provider/import/import-parks.ts'
import { makePacks, type MakeOptions } from '../../../provider/services/make-packs.ts'
import type { PackManifestWire, PackRegionWire } from '../../../src/contract/packs.ts'
import { type ParkTileOfPack, unpackParks } from '../../../src/contract/park-pack.ts'
import type { Park } from '../../../src/contract/parks.ts'
import { type NamedStreet, unpackNames } from '../../../src/contract/street-names.ts'
import { readJson } from './accounts.ts'
import type { TestProvider } from './test-provider.ts'

export type Line = Readonly<Record<string, unknown>>

/** Returns the import line of a park in Dakar with its own price. */
export const line = (id: number | string, changes: Line = {}): Line => ({
  ...{
    source: 'test',
    source_id: String(id),
    country_code: 'SN',
    state: 'Dakar',
    city: 'Dakar',
    name: `Parking ${String(id)}`,
  },
  ...{ lat: 14.6701, lng: -17.4301, capacity: 20, hourly_rate: 500, currency: 'XOF', kind: 'lot' },
  ...changes,
})

export const importLines = (provider: TestProvider, lines: readonly Line[]) =>
  importParks(
    provider.deps,
    lines.map((one) => JSON.stringify(one)),
  )

export async function make(provider: TestProvider, options: Partial<MakeOptions> = {}) {
  const made = await makePacks(provider.deps, { wait: true, ...options })
  if (made === 'busy') throw new Error('Somebody else makes packs')
  return made
}

export async function listed(provider: TestProvider, country = 'SN'): Promise<readonly PackRegionWire[]> {
  const answer = await provider.request('GET', `/api/v1/parks/packs?country=${country}`)
  return (await readJson<{ data: readonly PackRegionWire[] }>(answer)).data
}

export async function manifestOf(provider: TestProvider, region: string): Promise<PackManifestWire> {
  const answer = await provider.request('GET', `/api/v1/parks/packs/${region}`)
  if (answer.status !== 200) throw new Error(`${region}: ${String(answer.status)}`)
  return (await readJson<{ data: PackManifestWire }>(answer)).data
}

export async function bodyOf(provider: TestProvider, hash: string): Promise<unknown> {
  const headers = { 'accept-encoding': 'br' }
  const answer = await provider.request('GET', `/api/v1/packs/${hash}.json`, { headers })
  if (answer.status !== 200) throw new Error(`${hash}: ${String(answer.status)}`)
  return JSON.parse(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()) as unknown
}

/** Returns every cell of a region, as a phone has it after loading all files. */
export async function tilesOf(provider: TestProvider, region: string): Promise<readonly ParkTileOfPack[]> {
  const { files, valid_until } = await manifestOf(provider, region)
  const tiles: ParkTileOfPack[] = []
  for (const { kind, hash } of files) {
    if (kind !== 'parks') continue
    const unpacked = unpackParks(await bodyOf(provider, hash), { valid_until })
    if (!unpacked.ok) throw new Error(unpacked.error)
    tiles.push(...unpacked.value)
  }
  return tiles
}

export const parksOf = async (provider: TestProvider, region: string): Promise<readonly Park[]> =>
  (await tilesOf(provider, region)).flatMap(({ parks }) => parks)

export async function namesOf(provider: TestProvider, region: string): Promise<readonly NamedStreet[]> {
  const names: NamedStreet[] = []
  for (const { kind, hash } of (await manifestOf(provider, region)).files) {
    if (kind !== 'names') continue
    const unpacked = unpackNames(await bodyOf(provider, hash))
    if (!unpacked.ok) throw new Error(unpacked.error)
    names.push(...unpacked.value)
  }
  return names
}
