import { expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { ANSWER_LOST, play } from '../faults/scene.ts'
import { tapAdd, tapEdit, tapExtend } from '../faults/taps.ts'
import { outboxOf, sessionOf } from '../oracle/stored.ts'
import { signIn } from '../steps/sessions.ts'
import { pullVehicles } from '../../../src/sync/pull/pull-vehicles.ts'
import { isWriting } from './fake-database.ts'
import type { Fate } from './link.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test('a frozen tab keeps its lock, and the next one has it when it wakes', () =>
  play(async (scene) => {
    const { world, device } = scene
    const [tab, other] = [scene.page(), world.openTab(device, 'page')]
    const [locks, others] = [
      device.locks.forTab(tab.life, tab.phone.timers),
      device.locks.forTab(other.life, other.phone.timers),
    ]
    const held = Promise.withResolvers<void>()
    const got: string[] = []
    world.follow(tab, 'hold', async () => {
      await locks.run('gate', () => held.promise)
      return 'over'
    })
    world.freeze(tab)
    expect(device.locks.isHolding(tab.life)).toBe(true)
    world.follow(other, 'wait', async () =>
      others.run('gate', async () => (got.push('other'), 'over'), { waitMs: HOUR_MS }),
    )
    await world.pass(5 * MINUTE_MS)
    expect(got).toEqual([])
    world.thaw(tab)
    held.resolve()
    await world.pass(1_000)
    expect(got).toEqual(['other'])
    other.kill(false)
  }))

const TURNS = Array.from({ length: 24 }, (_, index) => index)

test('a tab that freezes anywhere in a tap keeps others out of what it has not written to the end, and goes on when it wakes', async () => {
  const blocked: boolean[] = []
  for (const turns of TURNS)
    await play(async (scene) => {
      const { world, device } = scene
      const tab = scene.page()
      device.weather = 'down'
      tapEdit({ scene }, 'SIM-111')
      world.interruptIn(turns, () => world.freeze(tab, turns % 2 === 0))
      await world.pass(1_000)
      blocked.push(isWriting(device.storage.factory))
      const before = scene.rows().length
      await world.pass(MINUTE_MS)
      expect(scene.rows().length).toBe(before)
      world.thaw(tab)
      await world.pass(5_000)
      expect(scene.rows().length).toBe(1)
    })
  expect(new Set(blocked)).toEqual(new Set([true, false]))
})

test('a request that is asked for while the tab is frozen goes out when it wakes', () =>
  play(async (scene) => {
    const { world } = scene
    const tab = scene.page()
    world.freeze(tab)
    const answers: number[] = []
    world.follow(tab, 'probe', async () => {
      answers.push((await tab.phone.fetch(new Request('http://localhost/health'))).status)
      return 'over'
    })
    await world.pass(MINUTE_MS)
    expect(answers).toEqual([])
    world.thaw(tab)
    await world.pass(1_000)
    expect(answers).toEqual([200])
  }))

test.each([0, 1])('driver %i signs in between the tap and its request, and no token of theirs is under it', (driver) =>
  play(async (scene) => {
    const { world, device, userId } = scene
    const tab = scene.page()
    const asked: string[] = []
    world.atNextSend(
      tab,
      ({ headers }) => headers.has('idempotency-key'),
      () => {
        asked.push('sent')
        void signIn(world, tab, driver)
      },
    )
    tapEdit({ scene }, 'SIM-222')
    await world.pass(MINUTE_MS)
    expect(asked).toEqual(['sent'])
    expect(sessionOf(device)?.user.user_id).toBe(world.provider.server.users[driver]?.id)
    expect(outboxOf(device, userId).every(({ owner }) => owner === `user:${userId}`)).toBe(true)
  }),
)

test('of two lists the one that was asked for first lands last', () =>
  play(async (scene) => {
    const { world, device, userId } = scene
    const tab = scene.page()
    const backs = [9_000, 10]
    device.fateOf = (request): Fate | undefined =>
      request.url.includes('/user/vehicles') && request.method === 'GET'
        ? { deliveries: [10], answer: 'own', backMs: backs.shift() ?? 10 }
        : undefined
    const landed: string[] = []
    const pull = (name: string): void =>
      world.follow(tab, name, async () => {
        await pullVehicles(tab.phone, userId)
        landed.push(name)
        return 'over'
      })
    pull('first')
    await world.pass(100)
    pull('second')
    await world.pass(20_000)
    expect(landed).toEqual(['second', 'first'])
    device.fateOf = () => undefined
  }))

test('a clock that was two days ahead and is right again loses nothing that was tapped meanwhile', () =>
  play(async (scene) => {
    scene.device.clockOffsetMs = 2 * 24 * HOUR_MS
    scene.device.weather = ANSWER_LOST
    tapAdd({ scene }, 'SIM-333')
    tapExtend({ scene })
    await scene.world.pass(MINUTE_MS)
    scene.device.clockOffsetMs = 0
    scene.device.weather = 'fine'
    scene.page().wake()
    await scene.world.pass(HOUR_MS)
    expect(scene.states()).toEqual(['done', 'done'])
  }))
