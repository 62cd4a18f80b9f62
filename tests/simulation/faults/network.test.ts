import { expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { REDIRECTED } from '../world/answers.ts'
import { ANSWER_LOST, NEVER_ANSWERED, play, REACHES_TWICE, REQUEST_LOST } from './scene.ts'
import { tapAdd, tapEdit, tapExtend } from './taps.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test('fault 3: a command that is delivered twice at once has one effect', () =>
  play(async (scene) => {
    const before = scene.booking()
    scene.device.weather = REACHES_TWICE
    tapExtend({ scene })
    await scene.world.pass(3_000)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
  }))

test('fault 28: a redirect to a portal settles nothing, and what waits is sent when it is gone', () =>
  play(async (scene) => {
    scene.device.weather = { deliveries: [], answer: REDIRECTED, backMs: 10 }
    tapEdit({ scene }, 'SIM-777')
    await scene.world.pass(10 * MINUTE_MS)
    expect(scene.states()).toEqual(['queued'])
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(11 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 29: after half an hour of refusals every phone has sent what waited', () =>
  play(async (scene) => {
    scene.world.provider.isDown = true
    for (const device of scene.world.devices) {
      const [tab] = device.tabs
      tapAdd(tab === undefined ? { scene } : { scene, tab }, `SIM-${String(device.index)}99`)
    }
    await scene.world.pass(30 * MINUTE_MS)
    expect(scene.states()).toEqual(['queued'])
    scene.world.provider.isDown = false
    await scene.world.pass(15 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
  }, 3))

test.each([
  ['headers that never come', NEVER_ANSWERED],
  [
    'a body that trickles',
    {
      deliveries: [],
      answer: { status: 200, headers: { 'content-type': 'application/json' }, text: '{"data":', isTrickling: true },
      backMs: 10,
    },
  ],
] as const)('fault 31: %s are given up after 15 seconds, and the same key goes again', (_what, fate) =>
  play(async (scene) => {
    scene.page().wake()
    await scene.world.pass(2_000)
    scene.device.weather = fate
    tapEdit({ scene }, 'SIM-555')
    await scene.world.pass(14_000)
    expect(scene.states()).toEqual(['sending'])
    await scene.world.pass(10_000)
    expect(scene.states()).toEqual(['queued'])
    scene.device.weather = 'fine'
    await scene.world.pass(HOUR_MS / 4)
    expect(scene.states()).toEqual(['done'])
  }),
)

test.each([
  ['after it had committed', ANSWER_LOST],
  ['before it had read the request', REQUEST_LOST],
] as const)('fault 33: a provider that dies %s has done it once after the retry', (_when, fate) =>
  play(async (scene) => {
    const before = scene.booking()
    scene.device.weather = fate
    tapExtend({ scene })
    await scene.world.pass(30_000)
    expect(scene.states()).toEqual(['queued'])
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(5 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
  }),
)
