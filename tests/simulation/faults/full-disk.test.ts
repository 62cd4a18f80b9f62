import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import { parkOf } from '../../db/support/park.ts'
import { rowsOf } from '../world/fake-database.ts'
import { play, type Scene } from './scene.ts'
import { tapEdit, tapExtend } from './taps.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
beforeEach(() => selectedCountry.set(CANADA))
afterEach(() => selectedCountry.set(null))

const OWN = parkOf({ id: 900_001 })
/** Matches the same words, so it is in the same shards. */
const ABROAD = parkOf({ id: 900_002, country_code: 'US', code: 'US2', slug: 'park-buffalo-2', lat: 42.88, lng: -78.87 })
const CANADA = {
  code: 'CA',
  name: 'Canada',
  autoDetected: false,
  fallback: false,
  ip: null,
  city: null,
  region: null,
} as const

/** Stores viewed car parks, which a full phone may give up. */
async function saveParks(scene: Scene): Promise<void> {
  const { world } = scene
  const tab = scene.page()
  world.follow(tab, 'look', () => applyParks(tab.phone.dbs, [OWN, ABROAD], world.timeline.now()).then(() => 'ok'))
  await world.pass(1_000)
}

const countTiles = ({ device }: Scene): number =>
  rowsOf(device.storage.factory, `${device.name}-public`, 'tiles').length

/** Lets no further byte be stored until something is deleted. */
const fill = ({ device }: Scene): void => void Object.assign(device.storage, { trouble: 'packed', troubleLeft: 1 })

/** Frees space, as when the driver deletes something else on the phone. */
const makeRoom = ({ device }: Scene): void => void Object.assign(device.storage, { trouble: 'none', troubleLeft: 0 })

test('fault 20: what is tapped on a full phone is saved in the place of car parks abroad, and happens', () =>
  play(async (scene) => {
    const before = scene.booking()
    await saveParks(scene)
    expect(countTiles(scene)).toBe(2)
    fill(scene)
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
    expect(countTiles(scene)).toBe(1)
  }))

test('fault 20: where there is nothing to give up the change is not saved, nothing of it is there, and it may be tapped again', () =>
  play(async (scene) => {
    const before = scene.booking()
    fill(scene)
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual([])
    expect(scene.booking().version).toBe(before.version)
    makeRoom(scene)
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
  }))

/** Fills the phone while the answer is in transit. */
async function fillBeforeAnswer(scene: Scene): Promise<void> {
  scene.device.weather = { deliveries: [1_000], answer: 'own', backMs: 1_000 }
  tapEdit({ scene }, 'SIM-777')
  await scene.world.pass(1_500)
  expect(scene.states()).toEqual(['sending'])
  fill(scene)
}

test('fault 21: an answer that finds the phone full is noted in the place of car parks abroad', () =>
  play(async (scene) => {
    await saveParks(scene)
    expect(countTiles(scene)).toBe(2)
    await fillBeforeAnswer(scene)
    await scene.world.pass(5_000)
    expect(scene.states()).toEqual(['done'])
    expect(scene.vehicle().plate).toBe('SIM-777')
    expect(countTiles(scene)).toBe(1)
  }))

test('fault 21: an answer for which no room can be made leaves the row as it was; with room the same key is asked for, and there is one effect', () =>
  play(async (scene) => {
    const { version } = scene.vehicle()
    await fillBeforeAnswer(scene)
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['sending'])
    expect(scene.vehicle().version).toBe(version)
    makeRoom(scene)
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(5 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.vehicle().version).toBe(version + 1)
  }))
