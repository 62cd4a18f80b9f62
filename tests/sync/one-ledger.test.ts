import { describe, expect, test } from 'vitest'
import type { OutboxRow } from '../../src/db/outbox-row.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { must } from '../../src/lib/assert.ts'
import { enqueue, record } from '../../src/outbox/enqueue.ts'
import { readOutbox } from '../../src/outbox/read.ts'
import { drain } from '../../src/sync/drain.ts'
import { askAgain, askNow, noteTap } from '../../src/sync/requests/send-now.ts'
import {
  add,
  answering,
  book,
  cancel,
  createRig,
  isWrite,
  keysSent,
  newVehicleId,
  type OutboxRig,
  passing,
  remove,
  statesOf,
  USER_A,
  waitOut,
} from './support/outbox-phone.ts'
import { errorOf, valueOf } from './support/provider-phone.ts'
import { BOOKING_ID, bookingOf, problemOf, VEHICLE_ID } from './support/small-provider.ts'
import { answerLost, type Line, offline, type TestPhone } from './support/test-phone.ts'

const DAY_MS = 86_400_000

/** Gives the first write this answer instead of the provider's. */
function firstAnswered(answer: () => Response): Line['through'] {
  let isFirst = true
  return async (request, next) => {
    if (!isFirst || !isWrite(request)) return next(request)
    isFirst = false
    return answer()
  }
}

const writesLost: Line['through'] = (request, next) => (isWrite(request) ? offline(request, next) : next(request))
const limited = answering(() => problemOf(429, 'rate_limited', { 'retry-after': '120' }))

const tooMany = () => Promise.resolve(problemOf(429, 'rate_limited', { 'retry-after': '120' }))

const onlyRow = async (rig: OutboxRig): Promise<OutboxRow> => {
  const rows = await rig.rows()
  expect(rows).toHaveLength(1)
  return must(rows[0], 'the row')
}

async function drainUntilEmpty(rig: OutboxRig): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await drain(rig.phone)
    waitOut(rig)
  }
}

describe('a driver’s vehicles are one line', () => {
  test('of two first cars added with no signal the first is the default, although it met a provider that was busy', async () => {
    const rig = await createRig()
    rig.provider.vehicles.clear()
    const [first, second] = [newVehicleId(1), newVehicleId(2)]
    await rig.ask(add(first, 'ONE-1'))
    await rig.ask(add(second, 'TWO-2'))
    rig.phone.line.through = firstAnswered(() => problemOf(503, 'unavailable'))
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual([])
    await drainUntilEmpty(rig)
    expect(rig.provider.effects).toEqual([`add ${first}`, `add ${second}`])
    expect((await readVehicles(rig.phone.dbs)).value.filter((vehicle) => vehicle.is_default)).toMatchObject([
      { id: first },
    ])
  })

  test('a car that takes the plate of one deleted before does not overtake its deletion', async () => {
    const rig = await createRig()
    const next = newVehicleId(1)
    await rig.ask(remove())
    await rig.ask(add(next, 'ABC-123'))
    rig.phone.line.through = firstAnswered(() => problemOf(503, 'unavailable'))
    await drainUntilEmpty(rig)
    expect(rig.provider.effects).toEqual([`delete ${VEHICLE_ID}`, `add ${next}`])
    expect(await statesOf(rig)).toEqual(['done', 'done'])
  })
})

/**
 * Freezes the page between its commit and the notification of it; `meanwhile` runs, then the page finds its connection
 * dead.
 */
function freeze(phone: TestPhone, meanwhile: () => Promise<unknown>): void {
  const db = phone.dbs.user(USER_A)
  type Scope = (tx: { readonly idbtrans: { readonly db: EventTarget } }) => Promise<unknown>
  const transaction = db.transaction.bind(db) as unknown as (
    mode: 'rw',
    tables: readonly unknown[],
    scope: () => Promise<unknown>,
  ) => Promise<unknown>
  const frozen = async (mode: 'rw', tables: readonly unknown[], scope: Scope): Promise<never> => {
    // Async, because Dexie lets only an async scope await.
    await transaction(mode, tables, async () => scope({ idbtrans: { db: new EventTarget() } }))
    await meanwhile()
    throw new DOMException('the connection is gone', 'UnknownError')
  }
  Object.assign(db, { transaction: frozen })
}

test('a frozen page that asks again after the worker has settled its row gets that row', async () => {
  const rig = await createRig()
  freeze(rig.phone, () => drain(rig.phone.tab()))
  const row = valueOf(await enqueue(rig.phone, USER_A, cancel()))
  expect(row).toMatchObject({ state: 'done', attempts: 1 })
  expect(await onlyRow(rig)).toEqual(row)
  expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
})

describe('a request that is older than the keys', () => {
  test('is not sent again: what holds at the provider shows that it was done', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = writesLost
    await drain(rig.phone)
    rig.phone.line.through = passing
    rig.clock.advance(31 * DAY_MS)
    rig.provider.bookings.set(BOOKING_ID, bookingOf(BOOKING_ID, { status: 'cancelled', version: 2 }))
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
    expect(await onlyRow(rig)).toMatchObject({ state: 'done', answers: [{}, { outcome: 'found_done' }] })
  })

  test('is over where nothing shows that it was done, and nothing happens behind its driver’s back', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = writesLost
    await drain(rig.phone)
    rig.phone.line.through = passing
    rig.clock.advance(31 * DAY_MS)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
    expect(rig.phone.line.sent.map(({ path }) => path)).toContain('/bookings/list')
    expect(await onlyRow(rig)).toMatchObject({ state: 'expired' })
    expect(rig.provider.effects).toEqual([])
  })

  test('that was never sent has no key to be forgotten, and goes', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.clock.advance(31 * DAY_MS)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test.each([
    { what: 'was done', through: answerLost(isWrite, 3), states: ['done'], effects: 1 },
    { what: 'never arrived', through: writesLost, states: ['expired'], effects: 0 },
  ])('of lane now that $what is not sent again by the driver’s tap', async ({ through, states, effects }) => {
    const rig = await createRig()
    rig.phone.line.through = through
    expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
    const { id } = await onlyRow(rig)
    const sent = keysSent(rig.phone).length
    rig.phone.line.through = passing
    rig.clock.advance(31 * DAY_MS)
    const again = await askAgain(rig.phone, USER_A, id)
    if (effects === 0) expect(errorOf(again)).toEqual({ kind: 'too_old' })
    else expect(valueOf(again)).toMatchObject({ kind: 'booking' })
    expect(keysSent(rig.phone)).toHaveLength(sent)
    expect(await statesOf(rig)).toEqual(states)
    expect(rig.provider.effects).toHaveLength(effects)
  })
})

test('a drain sends nothing of lane now, in whatever state it is', async () => {
  const rig = await createRig()
  const draft = { kind: 'wallet.top_up', amountMinor: 500, currency: 'CAD' } as const
  valueOf(await record(rig.phone, USER_A, { command: draft, isDraft: true }))
  rig.phone.line.through = writesLost
  expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book(14))).kind).toBe('outcome_unknown')
  // As left by a page that died while sending.
  valueOf(await record(rig.phone, USER_A, { command: book(16) }))
  rig.phone.line.through = passing
  await rig.ask(cancel())
  const sent = keysSent(rig.phone).length
  await drainUntilEmpty(rig)
  expect(keysSent(rig.phone).slice(sent)).toEqual([(await rig.rows()).at(-1)?.id])
  expect(await statesOf(rig)).toEqual(['queued', 'unconfirmed', 'sending', 'done'])
  expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
})

describe('429 after a lost answer', () => {
  test('refuses nothing that waits for a signal: its time is kept, and the same key tells that it was done', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = answerLost(isWrite)
    await drain(rig.phone)
    waitOut(rig)
    rig.phone.line.through = limited
    await drain(rig.phone)
    const row = await onlyRow(rig)
    expect(row).toMatchObject({ state: 'queued', lastError: { status: 429 } })
    expect(row.nextAt - rig.clock.now()).toBeGreaterThanOrEqual(120_000)
    rig.phone.line.through = passing
    await drainUntilEmpty(rig)
    expect(new Set(keysSent(rig.phone)).size).toBe(1)
    expect(await statesOf(rig)).toEqual(['done'])
    expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
  })

  test('refuses no booking: the next tap for the same goes on with its key, and books once', async () => {
    const rig = await createRig()
    const lost = answerLost(isWrite)
    let isFirst = true
    rig.phone.line.through = (request, next) => {
      if (!isFirst) return limited(request, next)
      isFirst = !isWrite(request)
      return lost(request, next)
    }
    expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
    const { id, state } = await onlyRow(rig)
    expect(state).toBe('unconfirmed')
    rig.phone.line.through = passing
    expect(valueOf(await askNow(await noteTap(rig.phone, USER_A), book()))).toMatchObject({ kind: 'booking' })
    expect(new Set(keysSent(rig.phone))).toEqual(new Set([id]))
    expect(rig.provider.effects).toHaveLength(1)
    expect(await statesOf(rig)).toEqual(['done'])
  })
})

test('a provider that says when to come back is left alone until then: the page tells its driver instead of asking again', async () => {
  const rig = await createRig()
  rig.phone.line.through = answering(() => problemOf(503, 'unavailable', { 'retry-after': '30' }))
  expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book(14))).kind).toBe('outcome_unknown')
  expect(keysSent(rig.phone)).toHaveLength(1)
  rig.phone.line.through = passing
  valueOf(await askNow(await noteTap(rig.phone, USER_A), book(14)))
  expect(new Set(keysSent(rig.phone)).size).toBe(1)
})

describe('429 to the first try', () => {
  /** The first write reaches the provider but is answered with 429. */
  const limitedOnArrival = (isAsked: boolean): Line['through'] => {
    let isFirst = true
    return async (request, next) => {
      if (request.method === 'DELETE' && !isAsked) return tooMany()
      if (!isFirst || !isWrite(request) || request.method === 'DELETE') return next(request)
      isFirst = false
      await next(request)
      return limited(request, next)
    }
  }

  test('ends nothing that the provider has done: the booking is told', async () => {
    const rig = await createRig()
    rig.phone.line.through = limitedOnArrival(true)
    expect(valueOf(await askNow(await noteTap(rig.phone, USER_A), book()))).toMatchObject({ kind: 'booking' })
    expect(rig.provider.effects).toHaveLength(1)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('nor where its key may not be asked for yet: the next tap is told the same booking', async () => {
    const rig = await createRig()
    rig.phone.line.through = limitedOnArrival(false)
    expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
    expect(valueOf(await askNow(await noteTap(rig.phone, USER_A), book()))).toMatchObject({ kind: 'booking' })
    expect(rig.provider.effects).toHaveLength(1)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('leaves a request not confirmed where nothing may be asked about its key', async () => {
    const rig = await createRig()
    rig.phone.line.through = (request, next) =>
      isWrite(request) || request.method === 'DELETE' ? tooMany() : next(request)
    expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
    expect(await statesOf(rig)).toEqual(['unconfirmed'])
  })
})

test('a provider that ignores keys, and whose lists do not answer, is not asked for a second booking', async () => {
  const rig = await createRig()
  rig.provider.knowsKeys = false
  let isListed = false
  rig.phone.line.through = (request, next) =>
    !isListed && request.url.includes('/bookings/list') ? Promise.resolve(problemOf(503, 'unavailable')) : next(request)
  expect(errorOf(await askNow(await noteTap(rig.phone, USER_A), book())).kind).toBe('outcome_unknown')
  expect(rig.provider.effects).toHaveLength(1)
  isListed = true
  expect(valueOf(await askAgain(rig.phone, USER_A, (await onlyRow(rig)).id))).toMatchObject({ kind: 'booking' })
  expect(rig.provider.effects).toHaveLength(1)
  expect((await readBookings(rig.phone.dbs)).value).toHaveLength(2)
  expect(await readOutbox(rig.phone.dbs)).toHaveLength(1)
})
