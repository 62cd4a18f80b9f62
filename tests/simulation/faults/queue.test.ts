import { expect, test, vi } from 'vitest'
import { refreshVehicles } from '../../../src/actions/connection.online.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { sessionOf } from '../oracle/stored.ts'
import { signIn } from '../steps/sessions.ts'
import { type Parcel, PORTAL } from '../world/answers.ts'
import type { Device } from '../world/device.ts'
import type { Fate } from '../world/link.ts'
import { ANSWER_LOST, play, REQUEST_LOST, type Scene } from './scene.ts'
import { tapAdd, tapCancel, tapEdit, tapExtend } from './taps.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const answered = (answer: Parcel, deliveries: readonly number[] = []): Fate => ({ deliveries, answer, backMs: 10 })
const problem = (status: number, headers: Readonly<Record<string, string>> = {}): Parcel => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  text: JSON.stringify({ type: 'about:blank', title: 'no', status, code: 'trouble', detail: 'no' }),
})

/** Restores the signal and opens the app. */
async function comeBack(scene: Scene): Promise<void> {
  scene.device.weather = 'fine'
  scene.page().wake()
  await scene.world.pass(5 * MINUTE_MS)
}

/** The same driver's second phone, without signal. */
function otherPhone({ world }: Scene): Device {
  const device = must(world.devices[1], 'a second phone')
  device.weather = 'down'
  return device
}

const pageOf = ({ tabs }: Device) => must(tabs[0], 'a page')
const statesOn = (scene: Scene, device: Device) => scene.rows(device).map(({ state }) => state)

async function reconnect({ world }: Scene, device: Device): Promise<void> {
  device.weather = 'fine'
  pageOf(device).wake()
  await world.pass(5 * MINUTE_MS)
}

async function sleep({ world, device }: Scene, ms: number): Promise<void> {
  for (const { life } of device.tabs) life.isFrozen = true
  await world.pass(ms)
  for (const { life } of device.tabs) life.isFrozen = false
}

test.each([
  ['fault 1: an extension whose answer is lost is sent again, and has one effect', ANSWER_LOST, 1],
  ['fault 2: an extension that never arrived is sent again, and has one effect', REQUEST_LOST, 0],
] as const)('%s', (_title, fate, effects) =>
  play(async (scene) => {
    const before = scene.booking()
    const atProvider = () =>
      scene.world.provider.state().bookings.find(({ booking }) => booking.booking_id === before.booking_id)
    scene.device.weather = fate
    tapExtend({ scene })
    await scene.world.pass(1_000)
    expect(atProvider()?.booking.version).toBe(before.version + effects)
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(before.version + 1)
  }),
)

test('fault 4: of two extensions on one base the later to arrive is refused', () =>
  play(async (scene) => {
    const other = otherPhone(scene)
    tapExtend({ scene, tab: pageOf(other) }, 2)
    tapExtend({ scene })
    await scene.world.pass(5_000)
    expect(scene.states()).toEqual(['done'])
    await reconnect(scene, other)
    expect(statesOn(scene, other)).toEqual(['rejected'])
  }, 2))

test('fault 6: what a closed page had not sent is sent at the next start', () =>
  play(async (scene) => {
    scene.device.weather = REQUEST_LOST
    tapEdit({ scene }, 'SIM-601')
    await scene.world.pass(2_000)
    scene.page().kill(true)
    scene.device.weather = 'fine'
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['queued'])
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 8: a page that dies anywhere between the answer and its note has one effect', async () => {
  for (const turns of [0, 2, 5, 9, 14, 20])
    await play(async (scene) => {
      const { version } = scene.vehicle()
      scene.device.weather = { deliveries: [10], answer: 'own', backMs: 100 }
      tapEdit({ scene }, 'SIM-801')
      await scene.world.pass(105)
      scene.world.killIn(scene.page(), turns, false)
      await scene.world.pass(1_000)
      await comeBack(scene)
      expect(scene.states()).toEqual(['done'])
      expect(scene.vehicle().version).toBe(version + 1)
    })
})

test('fault 9: a session that has ended pauses what waits, and the same driver’s next one sends it', () =>
  play(async (scene) => {
    scene.device.weather = 'down'
    tapEdit({ scene }, 'SIM-901')
    await scene.world.provider.revokeSessions(0)
    await sleep(scene, 20 * MINUTE_MS)
    await comeBack(scene)
    expect(sessionOf(scene.device)?.live).toBe(false)
    expect(scene.states()).toEqual(['queued'])
    await signIn(scene.world, scene.page(), 0)
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 10: what waits is not sent as the next driver, and goes when the first is back', () =>
  play(async (scene) => {
    scene.device.weather = REQUEST_LOST
    tapAdd({ scene }, 'SIM-101')
    await scene.world.pass(5_000)
    await signIn(scene.world, scene.page(), 1)
    await comeBack(scene)
    expect(scene.states()).toEqual(['queued'])
    await signIn(scene.world, scene.page(), 0)
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 11: what a disabled account asks for is refused once, and shown', () =>
  play(async (scene) => {
    await scene.world.provider.setDisabled(0, true)
    tapEdit({ scene }, 'SIM-111')
    await scene.world.pass(5 * MINUTE_MS)
    expect(scene.rows().map(({ state, attempts }) => [state, attempts])).toEqual([['rejected', 1]])
  }))

test('fault 12: the same extension tapped in two tabs is one row with one effect', () =>
  play(async (scene) => {
    const { version } = scene.booking()
    const other = scene.world.openTab(scene.device, 'page')
    tapExtend({ scene })
    tapExtend({ scene, tab: other })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
    expect(scene.booking().version).toBe(version + 1)
  }))

test('fault 14: an extension of what another phone has cancelled is refused', () =>
  play(async (scene) => {
    const other = otherPhone(scene)
    tapExtend({ scene, tab: pageOf(other) })
    tapCancel({ scene })
    await scene.world.pass(5_000)
    expect(scene.states()).toEqual(['done'])
    await reconnect(scene, other)
    expect(statesOn(scene, other)).toEqual(['rejected'])
  }, 2))

test('fault 15: an edit behind another phone’s is refused and overwrites nothing', () =>
  play(async (scene) => {
    const other = otherPhone(scene)
    tapEdit({ scene, tab: pageOf(other) }, 'SIM-152')
    tapEdit({ scene }, 'SIM-151')
    await scene.world.pass(5_000)
    await reconnect(scene, other)
    expect(statesOn(scene, other)).toEqual(['rejected'])
    expect(scene.vehicle().plate).toBe('SIM-151')
  }, 2))

test('fault 16: a wait that a clock two days ahead has written is over when the clock is right', () =>
  play(async (scene) => {
    scene.device.clockOffsetMs = 2 * DAY_MS
    scene.world.provider.isDown = true
    tapEdit({ scene }, 'SIM-161')
    await scene.world.pass(30_000)
    expect(scene.states()).toEqual(['queued'])
    scene.device.clockOffsetMs = 0
    scene.world.provider.isDown = false
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 17: an extension that comes after the grace expires', () =>
  play(async (scene) => {
    const { version } = scene.booking()
    scene.device.weather = 'down'
    tapExtend({ scene })
    await scene.world.pass(5_000)
    await sleep(scene, 8 * HOUR_MS)
    await comeBack(scene)
    expect(scene.states()).toEqual(['expired'])
    expect(scene.booking().version).toBe(version)
  }))

test('fault 18: a cancel whose refund fell while it waited for a signal is refused, and the booking stays', () =>
  play(async (scene) => {
    const { total, start_time: start } = scene.booking()
    scene.device.weather = 'down'
    tapCancel({ scene }, total)
    await scene.world.pass(Math.max(0, Date.parse(start) - scene.world.timeline.now()) + MINUTE_MS)
    expect(scene.states()).toEqual(['queued'])
    await comeBack(scene)
    expect(scene.states()).toEqual(['rejected'])
    expect(scene.booking().status).toBe('active')
  }))

test('fault 19: an extension that the wallet cannot pay is refused', () =>
  play(async (scene) => {
    await scene.world.provider.setBalance(0, 0)
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['rejected'])
  }))

test.each([
  ['fault 27: a portal’s page marks nothing done, and what waits goes when it is gone', answered(PORTAL)],
  [
    'fault 35: an answer that is cut short is never done, and the same key goes again',
    answered({ status: 200, headers: { 'content-type': 'application/json' }, text: '{"data":{' }, [10]),
  ],
] as const)('%s', (_title, fate) =>
  play(async (scene) => {
    const { version } = scene.vehicle()
    scene.device.weather = fate
    tapEdit({ scene }, 'SIM-271')
    await scene.world.pass(10_000)
    expect(scene.states()).toEqual(['queued'])
    await comeBack(scene)
    expect(scene.states()).toEqual(['done'])
    expect(scene.vehicle().version).toBe(version + 1)
  }),
)

const isWrite = ({ headers }: Request): boolean => headers.has('idempotency-key')

test('fault 30: ten minutes that the provider asked for are kept, whatever wakes the phone', () =>
  play(async (scene) => {
    const busy = answered(problem(429, { 'retry-after': '600' }))
    scene.device.fateOf = (request) => (isWrite(request) ? busy : undefined)
    tapEdit({ scene }, 'SIM-301')
    await scene.world.pass(2_000)
    scene.device.fateOf = () => undefined
    await comeBack(scene)
    scene.page().wake()
    await scene.world.pass(4 * MINUTE_MS)
    expect(scene.rows().map(({ state, attempts }) => [state, attempts])).toEqual([['queued', 1]])
    await scene.world.pass(3 * MINUTE_MS)
    expect(scene.states()).toEqual(['done'])
  }))

test('fault 36: a list that was asked for before an edit was acknowledged does not undo it', () =>
  play(async (scene) => {
    const late: Fate = { deliveries: [10], answer: 'own', backMs: 10_000 }
    scene.device.fateOf = ({ method }) => (method === 'GET' ? late : undefined)
    const { phone } = scene.page()
    scene.world.follow(scene.page(), 'refresh', async () => ((await refreshVehicles(phone)).ok ? 'ok' : 'refused'))
    await scene.world.pass(1_000)
    tapEdit({ scene }, 'SIM-361')
    await scene.world.pass(2_000)
    expect(scene.states()).toEqual(['done'])
    await scene.world.pass(9_000)
    expect(scene.vehicle().plate).toBe('SIM-361')
    scene.device.fateOf = () => undefined
  }))

test('fault 38: one command that always fails holds up no other, and is called stuck after a day', () =>
  play(async (scene) => {
    const broken = answered(problem(500))
    scene.device.fateOf = ({ method }) => (method === 'PUT' ? broken : undefined)
    tapEdit({ scene }, 'SIM-381')
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    expect(scene.states()).toEqual(['queued', 'done'])
    await sleep(scene, DAY_MS)
    await comeBack(scene)
    expect(scene.rows().map(({ stuck }) => stuck)).toEqual([true, false])
    scene.device.fateOf = () => undefined
  }))

test('fault 49: a refresh whose answer is lost ends no session', () =>
  play(async (scene) => {
    const lost: string[] = []
    scene.device.fateOf = ({ url }) => {
      if (!url.endsWith('/auth/refresh') || lost.length > 0) return undefined
      lost.push(url)
      return ANSWER_LOST
    }
    await sleep(scene, 20 * MINUTE_MS)
    tapEdit({ scene }, 'SIM-491')
    await comeBack(scene)
    expect(lost).toHaveLength(1)
    expect(sessionOf(scene.device)?.live).toBe(true)
    expect(scene.states()).toEqual(['done'])
  }))
