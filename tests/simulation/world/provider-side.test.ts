import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { play, type Scene } from '../faults/scene.ts'
import { ask, codeOf, dataOf, send } from './ask.ts'
import { createRandom } from './random.ts'
import { nextMinute } from './timeline.ts'

// A world takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const random = createRandom(7)
const newKey = ({ world }: Scene): string => uuid7(world.timeline.now(), () => random.next())
const tokenOf = async ({ world }: Scene): Promise<string> => (await world.provider.signIn(0)).access_token
const ADD = ['POST', '/user/vehicles/'] as const
const carOf = (scene: Scene, plate: string) => ({ id: newKey(scene), plate, country_code: 'CA', vehicle_type_id: 1 })
const isReplayed = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): boolean =>
  headers['idempotent-replayed'] === 'true'

test('while a write is at work its twin is told that it is in progress, and others are answered', () =>
  play(async (scene) => {
    const { world } = scene
    const [token, key, body] = [await tokenOf(scene), newKey(scene), carOf(scene, 'TWIN 1')]
    world.provider.thinkMs = () => 400
    const first = send(world, ADD, { token, key, body })
    await world.pass(100)
    const twin = send(world, ADD, { token, key, body })
    await world.pass(100)
    expect(codeOf(must(twin[0], 'answer to the twin'))).toBe('idempotency_in_progress')
    expect(dataOf(await ask(world, ['GET', `/requests/${key}`], { token }))).toMatchObject({ state: 'in_progress' })
    expect(codeOf(await ask(world, ['DELETE', `/requests/${key}`], { token }))).toBe('idempotency_in_progress')
    expect((await ask(world, ADD, { token, key: newKey(scene), body: carOf(scene, 'ELSE 1') })).status).toBe(201)
    expect(first).toEqual([])
    await world.pass(500)
    expect(first[0]?.status).toBe(201)
    expect(dataOf(await ask(world, ['GET', `/requests/${key}`], { token }))).toMatchObject({ state: 'done' })
    expect(isReplayed(await ask(world, ADD, { token, key, body }))).toBe(true)
  }))

test('a request that was given up has no effect, however late it arrives', () =>
  play(async (scene) => {
    const { world } = scene
    const [token, key, body] = [await tokenOf(scene), newKey(scene), carOf(scene, 'LATE 1')]
    expect(dataOf(await ask(world, ['DELETE', `/requests/${key}`], { token }))).toMatchObject({ state: 'withdrawn' })
    expect(codeOf(await ask(world, ADD, { token, key, body }))).toBe('request_withdrawn')
  }))

test('after thirty days a key is forgotten, and its request may act again', () =>
  play(async (scene) => {
    const { world } = scene
    const [key, body] = [newKey(scene), carOf(scene, 'KEY 1')]
    expect((await ask(world, ADD, { token: await tokenOf(scene), key, body })).status).toBe(201)
    for (const { life } of scene.device.tabs) life.isFrozen = true
    await world.pass(30 * DAY_MS - MINUTE_MS)
    expect(isReplayed(await ask(world, ADD, { token: await tokenOf(scene), key, body }))).toBe(true)
    await world.pass(DAY_MS)
    expect(world.provider.state().keys.some((stored) => stored.key === key)).toBe(false)
    const again = await ask(world, ADD, { token: await tokenOf(scene), key, body })
    expect([again.status, isReplayed(again)]).toEqual([201, false])
    for (const { life } of scene.device.tabs) life.isFrozen = false
  }))

test.each([
  ['of an address', { perAddress: 30, perUser: 0 }],
  ['of a driver', { perAddress: 0, perUser: 30 }],
])('beyond the limit %s a request is to wait, but for one whose key has its answer', (_whose, limits) =>
  play(
    async (scene) => {
      const { world } = scene
      await world.pass(2 * MINUTE_MS)
      const [token, key, body] = [await tokenOf(scene), newKey(scene), carOf(scene, 'LIMIT 1')]
      expect((await ask(world, ADD, { token, key, body })).status).toBe(201)
      let refused = await ask(world, ['GET', '/user/vehicles/'], { token })
      for (let asked = 0; asked < 31 && refused.status === 200; asked += 1)
        refused = await ask(world, ['GET', '/user/vehicles/'], { token })
      expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await ask(world, ADD, { token, key: newKey(scene), body: carOf(scene, 'LIMIT 2') })).status).toBe(429)
      expect(isReplayed(await ask(world, ADD, { token, key, body }))).toBe(true)
      await world.pass(5 * MINUTE_MS)
    },
    1,
    limits,
  ),
)

test('a top-up is paid at the gateway and credited once, and a withdrawal goes back the way it came', () =>
  play(async (scene) => {
    const { world } = scene
    const token = await tokenOf(scene)
    const started = await ask(world, ['POST', '/wallet/add-funds'], {
      token,
      key: newKey(scene),
      body: { amount: 2_500 },
    })
    const reference = String(dataOf(started)['reference'])
    await world.provider.pay(reference, 'duplicate')
    expect(world.provider.state().payments).toMatchObject([{ reference, state: 'succeeded', creditedMinor: 2_500 }])
    const body = { amount: 1_000, currency: 'CAD' }
    // This key's last digit makes it one whose second factor is given only on demand.
    const withdrawal = { token, key: newKey(scene).replace(/.$/, '0'), body }
    expect(codeOf(await ask(world, ['POST', '/wallet/withdrawals'], withdrawal))).toBe('second_factor_required')
    expect((await ask(world, ['POST', '/wallet/withdrawals'], withdrawal)).status).toBe(201)
    await world.pass(11 * MINUTE_MS)
    expect(world.provider.state().withdrawals).toMatchObject([{ state: 'paid', paidMinor: 1_000 }])
  }))

test('a space whose gateway is never paid is free again, and a late payment stays in the wallet or books anew', () =>
  play(async (scene) => {
    const { world } = scene
    const startMs = nextMinute(world.timeline.now() + 4 * HOUR_MS)
    const body = {
      park_id: must(world.provider.server.parks[0], 'a park').id,
      plate: 'HELD-1',
      vehicle_type_id: 1,
      start_time: new Date(startMs).toISOString(),
      end_time: new Date(startMs + HOUR_MS).toISOString(),
      payment_method: 'gateway',
      quoted_total: world.provider.priceOf(0, 60),
      tariff_version: world.provider.tariffVersion(0),
    }
    const held = await ask(world, ['POST', '/bookings'], { token: await tokenOf(scene), key: newKey(scene), body })
    const reference = String(dataOf(held)['reference'])
    await world.pass(16 * MINUTE_MS)
    expect(world.provider.state().payments).toMatchObject([{ state: 'expired' }])
    await world.provider.pay(reference, 'pay')
    expect(world.provider.state().payments).toMatchObject([{ state: 'succeeded_late', outcome: 'booked' }])
  }))

test('an attendant’s phone is paired, has its day list, and hands its entries over once', () =>
  play(async (scene) => {
    const { world } = scene
    const park = must(world.provider.server.parks[0], 'a park')
    const code = await world.provider.makePairing(0)
    const paired = await ask(world, ['POST', '/attendant/pair'], { key: newKey(scene), body: { code } })
    const token = String(dataOf(paired)['token'])
    const list = await ask(world, ['GET', `/attendant/day-list?park=${park.code}`], { token })
    expect(dataOf(list)).toMatchObject({ kind: 'full', park: { id: park.id } })
    const at = new Date(world.timeline.now()).toISOString()
    const items = [{ nonce: newKey(scene), park: park.code, plate: 'GATE 1', direction: 'in', at }]
    for (const status of ['recorded', 'repeated']) {
      const answer = await ask(world, ['POST', '/attendant/check-ins'], { token, key: newKey(scene), body: { items } })
      expect(dataOf(answer)).toMatchObject({ results: [{ status }] })
    }
    expect(world.provider.state().checkIns).toMatchObject([{ direction: 'in', flags: ['unknown_booking'] }])
  }))
