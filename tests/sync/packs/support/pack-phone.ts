import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'
import { parksOfTile } from '../../../../src/db/tile-text.ts'
import { keepRegion } from '../../../../src/actions/regions.online.ts'
import type { Park } from '../../../../src/contract/parks.ts'
import { readRegions, type KeptRegion } from '../../../../src/db/read/regions.ts'
import { createRegionStreets } from '../../../../src/db/region-streets.ts'
import type { SavedPark } from '../../../../src/db/schema.ts'
import { must } from '../../../../src/lib/assert.ts'
import { createTestPhone, type TestPhone } from '../../support/test-phone.ts'
import { createPackProvider, type PackProvider, REGION } from './pack-provider.ts'

export interface Scene {
  readonly provider: PackProvider
  readonly phone: TestPhone
  readonly clock: { readonly now: () => number; advance(ms: number): void }
}

/** A phone with a provider of one region; the phone's streets are in the stubbed IndexedDB. */
export function openScene(): Scene {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  let now = Date.parse('2026-11-23T12:00:00Z')
  const clock = { now: () => now, advance: (ms: number) => void (now += ms) }
  const provider = createPackProvider(clock.now)
  return { provider, clock, phone: createTestPhone({ fetch: provider.fetch, clock }) }
}

/** Stores the region as the driver does, and waits until that has settled. */
export async function keepIt({ provider, phone }: Scene, by: TestPhone = phone): Promise<KeptRegion | undefined> {
  const { files: _files, valid_until: _valid, ...pack } = provider.manifest()
  await keepRegion(pack, by)
  await by.settled()
  return rowOf(by)
}

export const rowOf = async (phone: TestPhone): Promise<KeptRegion | undefined> =>
  (await readRegions(phone.dbs)).find(({ region }) => region === REGION)

export async function parksOn(phone: TestPhone): Promise<readonly SavedPark[]> {
  const tiles = await phone.dbs.public.tiles.toArray()
  return tiles.flatMap(parksOfTile).toSorted((a, b) => a.park.id - b.park.id)
}

export const savedPark = async (phone: TestPhone, { id }: Pick<Park, 'id'>): Promise<SavedPark> =>
  must(
    (await parksOn(phone)).find(({ park }) => park.id === id),
    `park ${String(id)}`,
  )

/** Number of an archive's chunks that are stored permanently. */
export const chunksOn = async (url: string): Promise<number> => (await createRegionStreets().listKept(url)).size

/** The region's files requested since the last call. */
export function filesAsked(phone: TestPhone): readonly string[] {
  const asked = phone.line.sent.splice(0).map(({ path }) => path)
  return asked.filter((path) => path.startsWith('/packs/') || path.startsWith('/tiles/'))
}
