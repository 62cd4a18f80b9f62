import { describe, expect, test } from 'vitest'
import { refreshBookings } from '../../src/actions/connection.online.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { createEngine } from '../../src/sync/engine.ts'
import { restMs } from '../../src/sync/pull-pace.ts'
import { createRig, type OutboxRig } from './support/outbox-phone.ts'
import { problemOf } from './support/small-provider.ts'
import { offline } from './support/test-phone.ts'

const isList = (path: string): boolean => path !== '/health'

async function createDesk() {
  const rig = await createRig()
  const engine = createEngine(rig.phone)
  const { line } = rig.phone
  /** What the engine requests in this many minutes of an open page, by minute. */
  const minutes = async (count: number, why: 'sign' | 'minute' = 'minute'): Promise<readonly (readonly string[])[]> => {
    const asked: (readonly string[])[] = []
    for (let minute = 0; minute < count; minute += 1) {
      rig.clock.advance(MINUTE_MS + 1)
      const before = line.sent.length
      await engine.wake(why)
      await rig.phone.settled()
      asked.push(line.sent.slice(before).map(({ path }) => path))
    }
    return asked
  }
  return { ...rig, engine, minutes }
}

type Desk = Awaited<ReturnType<typeof createDesk>>

/** The provider answers only its probe normally. */
function overload({ phone }: OutboxRig, answer: () => Response): void {
  phone.line.through = (request, next) => (request.url.endsWith('/health') ? next(request) : Promise.resolve(answer()))
}

const busy = (headers: Record<string, string> = {}): Response => problemOf(503, 'unavailable', headers)
const inAnHour = (desk: Desk): string => new Date(desk.clock.now() + HOUR_MS / 2).toUTCString()

describe('a provider in trouble', () => {
  test('fault 29: is not asked each minute by an open page, and then for one list before the others', async () => {
    const desk = await createDesk()
    overload(desk, () => busy())
    const asked = await desk.minutes(60)
    const tried = asked.filter((paths) => paths.some(isList))
    expect(tried.length).toBeLessThan(25)
    expect(asked.filter((paths) => paths.length === 0).length).toBeGreaterThan(30)
    expect(tried.slice(1).every((paths) => paths.filter(isList).length === 1)).toBe(true)
  })

  test('fault 29: is asked for everything again once it has answered', async () => {
    const desk = await createDesk()
    overload(desk, () => busy())
    await desk.minutes(5)
    desk.phone.line.through = (request, next) => next(request)
    const asked = (await desk.minutes(12)).flat()
    expect(asked).toContain('/bookings/list')
    expect(asked).toContain('/user/vehicles/')
    expect(asked).toContain('/wallet')
  })

  test.each([
    ['429 and seconds', 1_800_000, () => problemOf(429, 'rate_limited', { 'retry-after': '1800' })],
    ['503 and seconds', 1_800_000, () => busy({ 'retry-after': '1800' })],
    ['503 and a date', 1_800_000, (desk: Desk) => busy({ 'retry-after': inAnHour(desk) })],
    ['503 and an absurd number, as an hour', HOUR_MS, () => busy({ 'retry-after': '99999999999999' })],
    ['503 and a number without end, as an hour', HOUR_MS, () => busy({ 'retry-after': '9'.repeat(400) })],
    [
      '503 of what stands before it',
      1_800_000,
      () => new Response('<html>', { status: 503, headers: { 'content-type': 'text/html', 'retry-after': '1800' } }),
    ],
  ] as const)('fault 30: pulls heed Retry-After: %s', async (_what, waitMs, answer) => {
    const desk = await createDesk()
    let first: Response | undefined = answer(desk)
    overload(desk, () => {
      const given = first ?? busy()
      first = undefined
      return given
    })
    const before = await desk.minutes(1, 'sign')
    expect(before.flat()).toContain('/bookings/list')
    const quiet = await desk.minutes(Math.floor(waitMs / MINUTE_MS) - 2, 'sign')
    expect(quiet.flat().filter(isList)).toEqual([])
    // All phones got the same time, so their return is spread over a minute.
    const after = await desk.minutes(4, 'sign')
    expect(after.flat().filter(isList).length).toBeGreaterThan(0)
  })

  test('a driver who comes back to the app asks it once in a minute, not more', async () => {
    const desk = await createDesk()
    overload(desk, () => busy())
    await desk.engine.wake('sign')
    const before = desk.phone.line.sent.length
    for (let times = 0; times < 5; times += 1) await desk.engine.wake('sign')
    expect(desk.phone.line.sent.slice(before).filter(({ path }) => isList(path))).toEqual([])
    expect((await desk.minutes(1, 'sign')).flat().filter(isList)).toHaveLength(1)
  })

  test('what the driver asks for on a page is asked at once, whatever the wait', async () => {
    const desk = await createDesk()
    overload(desk, () => busy({ 'retry-after': '3600' }))
    await desk.engine.wake('sign')
    const before = desk.phone.line.sent.length
    await refreshBookings(desk.phone)
    expect(desk.phone.line.sent.slice(before).map(({ path }) => path)).toContain('/bookings/list')
  })

  test('a page of a provider that is down, in its place, makes the minute’s probe rarer too', async () => {
    const desk = await createDesk()
    const html = () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })
    desk.phone.line.through = () => Promise.resolve(html())
    const asked = await desk.minutes(60)
    expect(asked.filter((paths) => paths.length > 0).length).toBeLessThan(25)
  })
})

test('without a network each minute looks whether it is back', async () => {
  const desk = await createDesk()
  desk.phone.line.through = offline
  expect((await desk.minutes(5)).every((paths) => paths.includes('/health'))).toBe(true)
})

test('a wait that a clock wrote which has jumped back since is over', async () => {
  const desk = await createDesk()
  desk.clock.advance(48 * HOUR_MS)
  overload(desk, () => busy({ 'retry-after': '3600' }))
  await desk.engine.wake('sign')
  desk.clock.advance(-48 * HOUR_MS)
  expect((await desk.minutes(1)).flat().filter(isList)).toHaveLength(1)
})

test('rests grow to ten minutes at most, anywhere below, and keep to what the provider asked for', () => {
  expect([1, 2, 3, 4, 5, 50].map((failures) => restMs(failures, () => 1, null) / 1_000)).toEqual([
    64, 128, 256, 512, 600, 600,
  ])
  expect(restMs(3, () => 0, null)).toBe(0)
  expect([0, 1].map((random) => restMs(3, () => random, 120_000))).toEqual([120_000, 180_000])
})
