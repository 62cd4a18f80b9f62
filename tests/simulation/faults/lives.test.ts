import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { sessionOf } from '../oracle/stored.ts'
import type { StorageTrouble } from '../world/storage.ts'
import { ANSWER_LOST, NEVER_ANSWERED, play, REQUEST_LOST } from './scene.ts'
import { tapAdd, tapBook, tapEdit, tapExtend } from './taps.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const TURNS = Array.from({ length: 12 }, (_, index) => index * 4)

test('fault 5: a tab that is killed while it saves a command has saved all of it or nothing', async () => {
  for (const turns of TURNS)
    await play(async (scene) => {
      scene.device.weather = REQUEST_LOST
      tapEdit({ scene }, 'SIM-111')
      scene.world.killIn(scene.page(), turns, turns % 8 === 0)
      await scene.world.pass(2_000)
      expect(scene.states().every((state) => state === 'queued' || state === 'sending')).toBe(true)
      expect(scene.rows().length).toBeLessThanOrEqual(1)
    })
})

test('fault 34: a provider that came back from an older backup is believed, and what waits is sent to it', () =>
  play(async (scene) => {
    const { provider } = scene.world
    await provider.backUp()
    tapExtend({ scene })
    await scene.world.pass(5_000)
    expect(scene.booking().version).toBe(2)
    scene.device.weather = 'down'
    tapEdit({ scene }, 'SIM-222')
    await scene.world.pass(5_000)
    await provider.restore()
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(5 * MINUTE_MS)
    expect(scene.states()).toEqual(['done', 'done'])
    expect(scene.booking().version).toBe(1)
  }))

test('fault 41: on a phone without locks two pages that send at once have one effect', () =>
  play(async (scene) => {
    const before = scene.booking()
    const other = scene.world.openTab({ ...scene.device, hasLocks: false }, 'page')
    scene.device.weather = 'down'
    tapExtend({ scene })
    await scene.world.pass(5_000)
    scene.device.weather = 'fine'
    scene.page().wake()
    other.wake()
    await scene.world.pass(10 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
    other.kill(false)
  }))

test('fault 46: a phone that slept three weeks asks for a sign-in, and has lost nothing', () =>
  play(async (scene) => {
    scene.device.weather = 'down'
    tapAdd({ scene }, 'SIM-333')
    tapExtend({ scene })
    await scene.world.pass(10_000)
    await scene.world.provider.revokeSessions(0)
    for (const { life } of scene.device.tabs) life.isFrozen = true
    await scene.world.pass(21 * DAY_MS)
    for (const { life } of scene.device.tabs) life.isFrozen = false
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(MINUTE_MS)
    expect(sessionOf(scene.device)?.live).toBe(false)
    expect(scene.states()).toEqual(['queued', 'queued'])
  }))

test('a tab that falls asleep while it sends holds up the others for a minute, not for ever', () =>
  play(async (scene) => {
    const sleeper = scene.page()
    scene.device.weather = NEVER_ANSWERED
    tapExtend({ scene })
    await scene.world.pass(2_000)
    sleeper.life.isFrozen = true
    scene.device.weather = 'fine'
    scene.world.openTab(scene.device, 'page')
    await scene.world.pass(30_000)
    expect(scene.states()).toEqual(['sending'])
    await scene.world.pass(2 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    sleeper.life.isFrozen = false
  }))

const TROUBLES: readonly StorageTrouble[] = ['unknown', 'closed', 'hang', 'full']

test.each(TROUBLES)(
  'fault 47: storage that is %s at any call loses no command and shows nothing that is not',
  async (trouble) => {
    for (const times of [1, 2, 5])
      await play(async (scene) => {
        tapEdit({ scene }, 'SIM-444')
        Object.assign(scene.device.storage, { trouble, troubleLeft: times })
        await scene.world.pass(2 * MINUTE_MS)
        tapExtend({ scene })
        await scene.world.pass(HOUR_MS / 2)
      })
  },
)

test('fault 50: a page that is killed anywhere in an online booking has made one or none', async () => {
  const made: number[] = []
  for (const turns of TURNS)
    await play(async (scene) => {
      const before = scene.world.provider.state().bookings.length
      scene.device.weather = turns % 8 === 0 ? ANSWER_LOST : 'fine'
      tapBook({ scene })
      scene.world.killIn(scene.page(), turns * 2, turns % 3 === 0)
      await scene.world.pass(3_000)
      scene.device.weather = 'fine'
      scene.page().wake()
      await scene.world.pass(MINUTE_MS)
      made.push(scene.world.provider.state().bookings.length - before)
    })
  expect(new Set(made)).toEqual(new Set([0, 1]))
})
