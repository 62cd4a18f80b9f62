import { describe, expect, test, vi } from 'vitest'
import { readBookings } from '../../src/db/read/bookings.ts'
import { drain } from '../../src/sync/drain.ts'
import {
  add,
  answering,
  cancel,
  createRig,
  edit,
  extend,
  isWrite,
  keysSent,
  newVehicleId,
  passing,
  remove,
  rowsOf,
  setDefault,
  statesOf,
  waitOut,
} from './support/outbox-phone.ts'
import { BOOKING_ID, bookingOf, problemOf, VEHICLE_ID, vehicleOf } from './support/small-provider.ts'
import { answerLost, offline } from './support/test-phone.ts'

const ONE = '2026-11-21T13:00:00Z'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('what waits', () => {
  test('is sent with its key, and the answer is in the mirror with the end of the row', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    expect(await drain(rig.phone)).toEqual({ kind: 'rested', settled: 1, left: 0, nextAt: null })
    expect(keysSent(rig.phone)).toEqual([row.id])
    expect(await rig.rows()).toMatchObject([{ state: 'done', answers: [{ outcome: 'done', network: 'online' }] }])
    expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ status: 'cancelled', version: 2 }])
  })

  test('of one thing goes in the order in which it was asked for, each building on the one before', async () => {
    const rig = await createRig()
    const id = newVehicleId(1)
    await rig.ask(add(id))
    await rig.ask(setDefault(id))
    await rig.ask(remove())
    await drain(rig.phone)
    expect(rig.provider.effects.filter((effect) => effect.endsWith(id))).toEqual([`add ${id}`, `default ${id}`])
    expect(await statesOf(rig)).toEqual(['done', 'done', 'done'])
  })

  test('two choices of a default keep their order although they name two vehicles', async () => {
    const rig = await createRig()
    const other = newVehicleId(1)
    rig.provider.vehicles.set(other, vehicleOf(other))
    await rig.ask(setDefault(other))
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
    await drain(rig.phone)
    await rig.ask(setDefault())
    rig.phone.line.through = passing
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual([])
    waitOut(rig)
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual([`default ${other}`, `default ${VEHICLE_ID}`])
  })

  test('fault 38: one that always fails holds up only its own thing', async () => {
    const rig = await createRig()
    await rig.ask(edit('ONE-1'))
    await rig.ask(setDefault())
    await rig.ask(cancel())
    rig.phone.line.through = (request, next) =>
      request.url.includes('/user/vehicles/') && isWrite(request)
        ? Promise.resolve(problemOf(500, 'internal'))
        : next(request)
    const outcome = await drain(rig.phone)
    expect(outcome).toMatchObject({ kind: 'rested', settled: 1, left: 2 })
    expect(await statesOf(rig)).toEqual(['queued', 'queued', 'done'])
    rig.clock.advance(DAY_MS)
    await drain(rig.phone)
    expect((await rig.rows()).map(({ stuck }) => stuck)).toEqual([true, false, false])
  })

  test('no more than two requests are under way at once', async () => {
    const rig = await createRig()
    const ids = Array.from(
      { length: 6 },
      (_, index) => `01890a5d-ac96-774b-bcce-b302099a1${String(index).padStart(3, '0')}`,
    )
    for (const id of ids) {
      rig.provider.bookings.set(id, bookingOf(id))
      await rig.ask(cancel(600, id))
    }
    let [now, most] = [0, 0]
    rig.phone.line.through = async (request, next) => {
      if (!isWrite(request)) return next(request)
      now += 1
      most = Math.max(most, now)
      // The first waits for its neighbour, however slow the machine; a third would arrive within the next moment.
      await vi.waitFor(() => expect(most).toBe(2), { timeout: 10_000, interval: 2 })
      await new Promise((resolve) => setTimeout(resolve, 2))
      now -= 1
      return next(request)
    }
    await drain(rig.phone)
    expect(most).toBe(2)
    expect(rig.provider.effects).toHaveLength(6)
  })

  test('fault 13: is sent by one of two that drain at once', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    const outcomes = await Promise.all([drain(rig.phone), drain(rig.phone)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'rested'])
    expect(keysSent(rig.phone)).toHaveLength(1)
  })
})

describe('without an answer', () => {
  test('fault 1: the same key is sent again after an answer was lost, and there is one effect', async () => {
    const rig = await createRig()
    const row = await rig.ask(extend(ONE))
    rig.phone.line.through = answerLost(isWrite)
    expect(await drain(rig.phone)).toMatchObject({ kind: 'rested', settled: 0, left: 1 })
    waitOut(rig)
    rig.phone.line.through = passing
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toEqual([row.id, row.id])
    expect(rig.provider.effects).toEqual([`extend ${BOOKING_ID}`])
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('fault 2: a lost request is sent again', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = (request, next) => (isWrite(request) ? offline(request, next) : next(request))
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 1, lastError: { kind: 'network' } }])
    rig.phone.line.through = passing
    waitOut(rig)
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
  })

  test('fault 8: a crash between the answer and its acknowledgement ends in a replay of the same key', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    let isHeld = (): void => undefined
    const reached = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    rig.phone.line.through = async (request, next) => {
      const answer = await next(request)
      if (!isWrite(request)) return answer
      isHeld()
      return new Promise<Response>(() => undefined)
    }
    // Never settles, as in a tab killed at that point.
    void drain(rig.phone)
    await reached
    const next = rig.phone.restart()
    expect(await rowsOf(next)).toMatchObject([{ state: 'sending' }])
    await drain(next)
    expect(keysSent(next)).toEqual([row.id])
    expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
    expect(await rowsOf(next)).toMatchObject([{ state: 'done' }])
  })

  test('fault 27: a portal’s page changes nothing, and stops the drain without a try being wasted on the rest', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    await rig.ask(edit('ONE-1'))
    await rig.ask(add(newVehicleId(1)))
    rig.phone.line.through = () =>
      Promise.resolve(new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }))
    expect((await drain(rig.phone)).kind).toBe('offline')
    expect(keysSent(rig.phone)).toEqual([])
    expect(await rig.rows()).toMatchObject(
      [0, 1, 2].map(() => ({ state: 'queued', attempts: 0, firstSentAt: null, answers: [{ outcome: 'not_sent' }] })),
    )
  })

  test('fault 32: the probe decides, and an hour without a connection is noted once', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = offline
    for (let minute = 0; minute < 60; minute += 1) {
      expect((await drain(rig.phone)).kind).toBe('offline')
      rig.clock.advance(60_000)
    }
    expect((await rig.rows())[0]?.answers).toMatchObject([{ outcome: 'not_sent', network: 'offline' }])
    rig.phone.line.through = passing
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('fault 35: a malformed success is never done', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    const headers = { 'content-type': 'application/json', 'idempotency-key': row.id }
    for (const text of ['{"data":', '{"data":{"booking_id":7}}', 'null']) {
      rig.phone.line.through = answering(() => new Response(text, { headers }))
      await drain(rig.phone)
      waitOut(rig)
    }
    expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 3, lastError: { kind: 'invalid_response' } }])
  })

  test('a success about another booking is never done', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    const other = bookingOf('01890a5d-ac96-774b-bcce-b302099a0fff', { status: 'cancelled' })
    rig.phone.line.through = answering(() => Response.json({ data: other }, { headers: { 'idempotency-key': row.id } }))
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['queued'])
    expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ booking_id: BOOKING_ID, status: 'active' }])
  })

  test.each([
    ['seconds', '120', 120_000],
    ['a date', 'Sat, 21 Nov 2026 10:05:00 GMT', 300_000],
    ['an absurd time', '999999999', HOUR_MS],
  ])('fault 30: Retry-After as %s is honoured, an hour at most', async (_, header, waitMs) => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = answering(() => problemOf(429, 'rate_limited', { 'retry-after': header }))
    const outcome = await drain(rig.phone)
    const nextIn = outcome.kind === 'rested' && outcome.nextAt !== null ? outcome.nextAt - rig.clock.now() : -1
    expect(nextIn).toBeGreaterThanOrEqual(waitMs)
    expect(nextIn).toBeLessThanOrEqual(waitMs + 2_000)
    rig.clock.advance(waitMs - 1)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
  })

  test('a provider that ignores keys is asked what holds before anything is sent again', async () => {
    const rig = await createRig()
    rig.provider.knowsKeys = false
    await rig.ask(extend(ONE))
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'done', answers: [{ outcome: 'found_done' }] }])

    // A well-formed success without an effect: looked up before the next attempt, which then takes effect.
    await rig.ask(setDefault())
    rig.phone.line.through = answering(() => Response.json({ data: vehicleOf(VEHICLE_ID) }))
    rig.provider.vehicles.set(VEHICLE_ID, vehicleOf(VEHICLE_ID, { is_default: false, version: 2 }))
    await drain(rig.phone)
    expect((await rig.rows())[1]).toMatchObject({ state: 'queued', reconcile: true, lastError: { kind: 'unechoed' } })
    rig.phone.line.through = passing
    rig.provider.vehicles.set(VEHICLE_ID, vehicleOf(VEHICLE_ID, { is_default: true, version: 3 }))
    waitOut(rig)
    const before = keysSent(rig.phone).length
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(before)
    expect((await rig.rows())[1]).toMatchObject({ state: 'done' })
  })
})
