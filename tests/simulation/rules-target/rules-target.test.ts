import { expect, test, vi } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { SeedServer, SeedSetup } from '../target.ts'
import { createRandom } from '../world/random.ts'
import { createRulesTarget } from './rules-target.ts'

const START = Date.parse('2026-11-23T12:00:00Z')
const target = createRulesTarget()

interface AskOptions {
  readonly body?: unknown
  readonly key?: string
  /** Token of another session. */
  readonly token?: string
}

interface Scene {
  readonly server: SeedServer
  readonly user: UserId
  now: number
  /** Sends a request as the first driver, with a fresh key unless one is given. */
  ask(method: string, path: string, options?: AskOptions): Promise<Response>
}

function toRequest(
  method: string,
  path: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body?: unknown },
): Request {
  const url = `http://provider/api/v1${path}`
  if (body === undefined) return new Request(url, { method, headers })
  const typed = { ...headers, 'content-type': 'application/json' }
  return new Request(url, { method, headers: typed, body: JSON.stringify(body) })
}

/** Exchanges a refresh token under a key. */
const refresh = ({ server }: Pick<Scene, 'server'>, token: string, key: string): Promise<Response> =>
  server.fetch(
    toRequest('POST', '/auth/refresh', { headers: { 'idempotency-key': key }, body: { refresh_token: token } }),
  )

async function openScene(changes: Partial<SeedSetup> = {}): Promise<Scene> {
  const stream = createRandom(changes.seed ?? 1)
  const random = (): number => stream.next()
  const scene = { now: START } as Scene
  const now = (): Instant => toInstant(scene.now)
  const setup = { seed: 1, users: 2, capacities: [1, 2], balanceMinor: 10_000, now, random, ...changes }
  const server = await target.open(setup)
  const user = must(server.users[0], 'driver').id
  const { access_token } = await server.signIn(user)
  let keys = 0
  const ask: Scene['ask'] = (method, path, { body, key, token = access_token } = {}) => {
    keys += 1
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key ?? `key-${String(keys)}` }
    return server.fetch(toRequest(method, path, { headers, body }))
  }
  return Object.assign(scene, { server, user, ask })
}

const dataOf = async <T>(answer: Response): Promise<T> => {
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: T }).data
}
const codeOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code
const at = (minutes: number): string => toRfc3339(toInstant(START + minutes * MINUTE_MS))

/** An hour for C$4.50, starting in an hour. */
const bookingOf = (scene: Scene, changes: Record<string, unknown> = {}) => ({
  park_id: must(scene.server.parks[0], 'park').id,
  plate: 'ABC-123',
  vehicle_type_id: 1,
  start_time: at(60),
  end_time: at(120),
  payment_method: 'wallet',
  quoted_total: 450,
  tariff_version: 'v1',
  ...changes,
})
const book = (scene: Scene, changes: Record<string, unknown> = {}): Promise<Response> =>
  scene.ask('POST', '/bookings', { body: bookingOf(scene, changes) })
const extend = (scene: Scene, booking: Booking, changes: Record<string, unknown> = {}): Promise<Response> =>
  scene.ask('POST', '/bookings/extend', { body: { ...extendOf(booking, 30), ...changes } })

const extendOf = (booking: Booking, minutes: number) => ({
  booking_id: booking.booking_id,
  base_end_time: booking.end_time,
  new_end_time: at(120 + minutes),
  max_price: 1_000,
})

test('a seed opens with its parks, its drivers and their money', async () => {
  const { server } = await openScene({ users: 3, capacities: [4, 5] })
  expect(server.parks.map(({ id, capacity }) => [id, capacity])).toEqual([
    [1, 4],
    [2, 5],
  ])
  const state = await server.inspect()
  expect(state.wallets.map(({ balanceMinor, entriesMinor }) => [balanceMinor, entriesMinor])).toEqual([
    [10_000, 10_000],
    [10_000, 10_000],
    [10_000, 10_000],
  ])
  expect(state).toMatchObject({ ledgerMinor: 0, bookings: [], vehicles: [], keys: [] })
})

test('the same seed twice gives the same bytes', async () => {
  const run = async (): Promise<readonly string[]> => {
    const scene = await openScene({ seed: 7 })
    const booked = await (await book(scene)).text()
    const { data } = JSON.parse(booked) as { data: Booking }
    const extended = await (await extend(scene, data)).text()
    const session = await scene.server.signIn(scene.user)
    const refreshed = await refresh(scene, session.refresh_token, 'refresh-1')
    return [booked, extended, await refreshed.text(), JSON.stringify(await scene.server.inspect())]
  }
  expect(await run()).toEqual(await run())
})

test('two seeds open at once see nothing of each other', async () => {
  const [a, b] = [await openScene({ seed: 1 }), await openScene({ seed: 2 })]
  const answers = await Promise.all([book(a), book(b), book(a, { park_id: 2 }), book(b, { park_id: 2 })])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  for (const { server } of [a, b]) expect((await server.inspect()).bookings).toHaveLength(2)
})

test('fault 03: twins in parallel have one effect, and the later one is told that it is in progress', async () => {
  const scene = await openScene()
  const booking = await dataOf<Booking>(await book(scene))
  const path = `/bookings/${booking.booking_id}/status?status=cancelled`
  const twins = await Promise.all([scene.ask('PUT', path, { key: 'twin' }), scene.ask('PUT', path, { key: 'twin' })])
  expect(twins.map(({ status }) => status)).toEqual([200, 409])
  expect(await codeOf(must(twins[1], 'twin'))).toBe('idempotency_in_progress')
  const again = await scene.ask('PUT', path, { key: 'twin' })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await scene.server.inspect()).wallets[0]?.balanceMinor).toBe(10_000)
})

test('two drivers at once for the last space: one wins', async () => {
  const scene = await openScene()
  const answers = await Promise.all([book(scene), book(scene)])
  expect(answers.map(({ status }) => status)).toEqual([201, 409])
  expect((await scene.server.inspect()).wallets[0]?.balanceMinor).toBe(10_000 - 450)
})

test('a refusal after the first write of a transaction leaves nothing behind but the answer of its key', async () => {
  const scene = await openScene()
  const booking = await dataOf<Booking>(await book(scene))
  await scene.server.setBalance(scene.user, 100)
  const before = await scene.server.inspect()
  expect(await codeOf(await extend(scene, booking))).toBe('wallet_too_low')
  const after = await scene.server.inspect()
  expect({ ...after, keys: before.keys }).toEqual(before)
  expect(after.keys).toHaveLength(before.keys.length + 1)
})

test('what is restored is the backup: later bookings, money and keys are gone, and a key may act again', async () => {
  const scene = await openScene()
  const booking = await dataOf<Booking>(await book(scene))
  const backup = await must(scene.server.snapshot, 'snapshot')()
  const cancel = (): Promise<Response> =>
    scene.ask('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`, { key: 'cancel' })
  expect((await dataOf<Booking>(await cancel())).version).toBe(2)
  await must(scene.server.restore, 'restore')(backup)
  const { bookings, keys } = await scene.server.inspect()
  expect(bookings.map((row) => row.booking.version)).toEqual([1])
  expect(keys).toHaveLength(1)
  const again = await cancel()
  expect(again.headers.get('idempotent-replayed')).toBeNull()
  expect((await dataOf<Booking>(again)).status).toBe('cancelled')
})

test('a dearer tariff leaves the added time at the price that was booked, and the version before it is kept for a day', async () => {
  const scene = await openScene()
  const park = must(scene.server.parks[0], 'park')
  const booking = await dataOf<Booking>(await book(scene))
  await scene.server.raiseTariff(park.id, 300)
  expect((await dataOf<Booking>(await extend(scene, booking, { max_price: 200 }))).total).toBe(650)
  const second = { park_id: 2 }
  expect((await book(scene, second)).status).toBe(201)
  await scene.server.raiseTariff(must(scene.server.parks[1], 'park').id, 300)
  expect((await book(scene, second)).status).toBe(201)
  scene.now = START + 2 * DAY_MS
  const later = { ...second, start_time: at(3 * 1440), end_time: at(3 * 1440 + 60) }
  const { access_token: token } = await scene.server.signIn(scene.user)
  const refused = await scene.ask('POST', '/bookings', { token, body: bookingOf(scene, later) })
  expect(await codeOf(refused)).toBe('price_changed')
})

test('an access token lasts 15 minutes; a disabled driver and a revoked session get no further one', async () => {
  const scene = await openScene()
  const first = await scene.server.signIn(scene.user)
  scene.now += HOUR_MS
  expect(await codeOf(await scene.ask('GET', '/user/vehicles/'))).toBe('token_expired')
  const next = await refresh(scene, first.refresh_token, 'a')
  expect(next.status).toBe(200)
  const { refresh_token } = (await next.json()) as { refresh_token: string }
  expect(await (await refresh(scene, first.refresh_token, 'a')).json()).toMatchObject({ refresh_token })
  await scene.server.setDisabled(scene.user, true)
  expect(await codeOf(await refresh(scene, refresh_token, 'b'))).toBe('account_disabled')
  await scene.server.setDisabled(scene.user, false)
  await scene.server.revokeSessions(scene.user)
  expect(await codeOf(await refresh(scene, refresh_token, 'c'))).toBe('token_invalid')
})

test('another driver’s booking and vehicle are as unknown as ones that never were', async () => {
  const scene = await openScene()
  const booking = await dataOf<Booking>(await book(scene))
  const id = uuid7(START)
  const fields = { id, plate: 'XYZ 1', country_code: 'CA', vehicle_type_id: 1 }
  await dataOf<Vehicle>(await scene.ask('POST', '/user/vehicles/', { body: fields }))
  const stranger = await scene.server.signIn(must(scene.server.users[1], 'stranger').id)
  const askAs = (method: string, path: string): Promise<Response> =>
    scene.ask(method, path, { token: stranger.access_token })
  expect(await codeOf(await askAs('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`))).toBe(
    'booking_not_found',
  )
  expect(await codeOf(await askAs('GET', `/bookings/${booking.booking_code}`))).toBe('booking_not_found')
  expect(await codeOf(await askAs('DELETE', `/user/vehicles/${id}`))).toBe('vehicle_not_found')
})

test('what is not in the store fails loudly instead of answering something', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined)
  const { server } = await openScene()
  const answer = await server.fetch(new Request('http://provider/api/v1/front/fees?country_id=1'))
  expect(answer.status).toBe(500)
  expect(logged).toHaveBeenCalledOnce()
  logged.mockClear()
})
