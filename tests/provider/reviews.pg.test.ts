import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { ReviewList } from '../../src/contract/reviews.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { REVIEW_DAYS, REVIEW_TEXT_MAX } from '../../src/domain/review.ts'
import { runReviews } from '../../provider/cli/reviews.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { readAccount } from '../../provider/repositories/account-export.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { mustCheckIn, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { makeOrganisation } from './support/test-console.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { mustStartGuest } from './support/test-guests.ts'
import { makeTestKey, mustOperate, operate } from './support/test-operators.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  await provider.deps.db.query('delete from attempts')
  park = await insertTestPark(provider.deps.db, { name: 'Dundas Square', capacity: 20 })
})

let plates = 0
const aPlate = (): string => `REV${String((plates += 1)).padStart(4, '0')}`

interface Stay {
  readonly by?: TestDriver
  readonly plate?: string
  readonly fromMinutes?: number
  readonly minutes?: number
}

async function book({ by, plate = aPlate(), fromMinutes = 0, minutes = 60 }: Stay = {}) {
  const driver = by ?? (await createDriver(provider))
  const stay = { parkId: park.id, fromMinutes, minutes, changes: { plate } }
  return { driver, booking: await mustBook(provider, driver, stay) }
}
type Booked = Awaited<ReturnType<typeof book>>

const review = async ({ driver, booking }: Booked, body: unknown, key = newKey()): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/review`, { token: await driver.token(), key, body })
const takeBack = async ({ driver, booking }: Booked): Promise<Response> =>
  provider.request('DELETE', `/api/v1/bookings/${booking.booking_id}/review`, {
    ...{ token: await driver.token(), key: newKey() },
  })

async function reviewed(booked: Booked, body: unknown): Promise<NonNullable<Booking['review']>> {
  const answer = await review(booked, body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { data } = await readJson<{ data: Booking }>(answer)
  if (data.review === undefined) throw new Error('No review')
  return data.review
}

/** Books a stay and moves the clock past its end. */
async function parked(stay: Stay = {}): Promise<Booked> {
  const booked = await book(stay)
  provider.clock.set(Math.max(provider.clock.now(), Date.parse(booked.booking.end_time)))
  return booked
}

const shown = async (query = ''): Promise<ReviewList> =>
  readJson<ReviewList>(await provider.request('GET', `/api/v1/parks/${String(park.id)}/reviews${query}`, {}))
const ratingOf = async (): Promise<Park['rating']> =>
  (await readJson<{ data: Park }>(await provider.request('GET', `/api/v1/front/parks/${String(park.id)}`, {}))).data
    .rating
const texts = async (): Promise<ReadonlyArray<string | null>> => (await shown()).items.map(({ text }) => text)
const run = (...words: string[]) => runReviews(provider.deps.db, words)

async function cancel({ driver, booking }: Booked, query = ''): Promise<Booking> {
  const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled${query}`
  const answer = await provider.request('PUT', path, { token: await driver.token(), key: newKey() })
  return (await readJson<{ data: Booking }>(answer)).data
}

describe('a review of a stay', () => {
  it('is shown to all at once with its author as first name and initial, and rates the car park', async () => {
    const booked = await parked()
    const own = await reviewed(booked, { stars: 4, text: ' Easy\nto find <b>http://x.example</b> ' })
    expect(own).toMatchObject({ stars: 4, text: 'Easy to find <b>http://x.example</b>', hidden: null })
    const list = await shown()
    expect(list).toMatchObject({ total: 1, rating: { stars: 4, count: 1 } })
    expect(list.items).toEqual([
      expect.objectContaining({ review_id: own.review_id, stars: 4, author: 'Test D.', edited: false, answer: null }),
    ])
    expect(await ratingOf()).toEqual({ stars: 4, count: 1 })
    expect(await shown('?page=2&size=1')).toMatchObject({ items: [], total: 1, pages: 1 })
  })

  it('comes before the end, too late, or of a stay that was cancelled: refused', async () => {
    const booked = await book()
    await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
    provider.clock.set(Date.parse(booked.booking.end_time) + REVIEW_DAYS * DAY_MS + MINUTE_MS)
    await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
    const cancelled = await book({ fromMinutes: 60 })
    await cancel(cancelled)
    provider.clock.advance(3 * HOUR_MS)
    await expectRefusal(await review(cancelled, { stars: 1 }), 409, 'review_refused')
    expect(await ratingOf()).toBeUndefined()
  })

  it('can be written once the car left early', async () => {
    const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [park.id])
    const phone = await pairPhone(provider, [row?.code ?? ''])
    const booked = await book({ minutes: 180 })
    const pass = (direction: 'in' | 'out', minutes: number) =>
      mustCheckIn(provider, phone, [
        {
          ...{ nonce: newNonce(), park: row?.code ?? '', booking: tailOf(booked.booking.booking_id), direction },
          at: timeAfter(provider, minutes),
        },
      ])
    await pass('in', 0)
    await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
    provider.clock.advance(30 * MINUTE_MS)
    await pass('out', 0)
    expect(await reviewed(booked, { stars: 5 })).toMatchObject({ stars: 5, text: null })
  })

  it('has one to five stars, a text of bounded length, and nothing else', async () => {
    const booked = await parked()
    for (const body of [
      ...[{}, { stars: 0 }, { stars: 6 }, { stars: 4.5 }, { stars: '4' }, { stars: 4, text: 5 }],
      ...[
        { stars: 4, text: 'x'.repeat(REVIEW_TEXT_MAX + 1) },
        { stars: 4, text: 'a\ud800' },
        { stars: 4, hidden: false },
      ],
    ])
      await expectRefusal(await review(booked, body), 422, 'validation_failed')
    expect((await reviewed(booked, { stars: 4, text: '\u202e\u0000 \n' })).text).toBeNull()
  })

  it('is one: said again it changes, also once the stay was extended', async () => {
    const booked = await book()
    const { driver, booking } = booked
    provider.clock.set(Date.parse(booking.end_time))
    await reviewed(booked, { stars: 5, text: 'Good' })
    const newEnd = new Date(Date.parse(booking.end_time) + 30 * MINUTE_MS).toISOString()
    const body = {
      ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, new_end_time: newEnd, max_price: 5_000 },
    }
    const extended = await provider.request('POST', '/api/v1/bookings/extend', {
      ...{ token: await driver.token(), key: newKey(), body },
    })
    expect(extended.status, await extended.clone().text()).toBe(200)
    await expectRefusal(await review(booked, { stars: 1 }), 409, 'review_refused')
    provider.clock.set(Date.parse(newEnd))
    await reviewed(booked, { stars: 2, text: 'Dearer than I thought' })
    expect(await shown()).toMatchObject({
      total: 1,
      items: [{ stars: 2, edited: true }],
      rating: { stars: 2, count: 1 },
    })
  })

  it('is one for bookings of one visit: those that touch or overlap, by the same driver or the same car', async () => {
    const plate = aPlate()
    const first = await book({ plate })
    const touching = await book({ by: first.driver, plate, fromMinutes: 60 })
    const otherAccount = await book({ plate, fromMinutes: 30 })
    const secondCar = await book({ by: first.driver, fromMinutes: 30 })
    const later = await book({ by: first.driver, plate, fromMinutes: 240 })
    const stranger = await book({ fromMinutes: 30 })
    provider.clock.set(Date.parse(later.booking.end_time))
    await reviewed(first, { stars: 5 })
    for (const booked of [touching, otherAccount, secondCar])
      await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
    await reviewed(later, { stars: 4 })
    await reviewed(stranger, { stars: 3 })
    expect(await ratingOf()).toEqual({ stars: 4, count: 3 })
    // Once the review is taken back, the other booking of the visit may have one.
    expect((await takeBack(first)).status).toBe(200)
    await reviewed(otherAccount, { stars: 1 })
    await expectRefusal(await review(first, { stars: 5 }), 409, 'review_refused')
    expect(await ratingOf()).toEqual({ stars: 2.7, count: 3 })
  })

  it('is one although both accounts of a car ask at once', async () => {
    const plate = aPlate()
    const [one, two] = [await book({ plate }), await book({ plate })]
    provider.clock.set(Date.parse(two.booking.end_time))
    const answers = await Promise.all([review(one, { stars: 5 }), review(two, { stars: 5 })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await ratingOf()).toEqual({ stars: 5, count: 1 })
  })

  it('is answered the same for the same key, which brings nothing back that changed since', async () => {
    const booked = await parked()
    const key = newKey()
    const first = await review(booked, { stars: 5, text: 'First' }, key)
    await reviewed(booked, { stars: 3, text: 'Second' })
    const again = await review(booked, { stars: 5, text: 'First' }, key)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    await expectRefusal(await review(booked, { stars: 1 }, key), 422, 'idempotency_key_reused')
    expect(await texts()).toEqual(['Second'])
  })

  it('is of nobody else’s booking, of no guest’s, and of nobody who is not signed in', async () => {
    const booked = await parked()
    await expectRefusal(
      await review({ ...booked, driver: await createDriver(provider) }, { stars: 5 }),
      404,
      'booking_not_found',
    )
    const guest = await mustStartGuest(provider)
    await expectRefusal(await review({ ...booked, driver: guest }, { stars: 5 }), 403, 'guest_not_allowed')
    const path = `/api/v1/bookings/${booked.booking.booking_id}/review`
    await expectRefusal(await provider.request('PUT', path, { key: newKey(), body: { stars: 5 } }), 401, 'unauthorized')
  })

  it('is of no driver who works for the car park', async () => {
    const booked = await parked()
    const { id } = await makeOrganisation(provider, [park.id])
    const { db } = provider.deps
    await db.query(
      `insert into operator_keys (key_id, name, scopes, organisation_id, created_at) values ('REVIEWER01', 'x', '{}', $1, now())`,
      [id],
    )
    await db.query(
      `insert into operator_members (key_id, organisation_id, user_id, role) values ('REVIEWER01', $1, $2, 'staff')`,
      [id, booked.driver.userId],
    )
    await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
  })

  it('waits after twenty in an hour', async () => {
    const booked = await parked()
    for (let count = 0; count < 20; count += 1) await reviewed(booked, { stars: ((count % 5) + 1) as 1 })
    const over = await review(booked, { stars: 1 })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600'])
  })
})

describe('a review that goes', () => {
  it('leaves the rating when its author takes it back, at any time, and is written again as a new one', async () => {
    const booked = await parked()
    await reviewed(booked, { stars: 1, text: 'Rude' })
    provider.clock.advance(REVIEW_DAYS * DAY_MS - HOUR_MS)
    expect((await readJson<{ data: Booking }>(await takeBack(booked))).data.review).toBeUndefined()
    expect((await takeBack(booked)).status).toBe(200)
    expect([await ratingOf(), await texts()]).toEqual([undefined, []])
    await reviewed(booked, { stars: 5 })
    expect((await shown()).items).toMatchObject([{ stars: 5, edited: false }])
    provider.clock.advance(2 * DAY_MS)
    expect((await takeBack(booked)).status).toBe(200)
    await expectRefusal(await review(booked, { stars: 5 }), 409, 'review_refused')
  })

  it('goes with the stay when all of its money goes back', async () => {
    const booked = await book({ minutes: 180 })
    provider.clock.advance(5 * MINUTE_MS)
    // The gate saw the car leave at once, and the driver afterwards reported that there was no space.
    await provider.deps.db.query('update bookings set checked_in_at = $2, checked_out_at = $2 where booking_id = $1', [
      booked.booking.booking_id,
      new Date(provider.clock.now()),
    ])
    await reviewed(booked, { stars: 1 })
    await provider.deps.db.query(
      `update bookings set status = 'cancelled', cancelled_at = $2, cancel_reason = 'no_space', refund_minor = total_minor where booking_id = $1`,
      [booked.booking.booking_id, new Date(provider.clock.now())],
    )
    expect([await ratingOf(), await texts()]).toEqual([undefined, []])
    await expectRefusal(await review(booked, { stars: 1 }), 409, 'review_refused')
  })

  it('goes with its author’s account, which has it in its export before', async () => {
    const booked = await parked()
    const other = await parked({ fromMinutes: 120 })
    const own = await reviewed(booked, { stars: 2, text: 'Dark' })
    await reviewed(other, { stars: 5 })
    await report(other.driver, own.review_id)
    const { userId } = booked.driver
    const data = await readAccount(provider.deps.db, userId)
    expect(data.reviews).toMatchObject([{ booking_code: expect.any(String), stars: 2, text: 'Dark' }])
    const others = await readAccount(provider.deps.db, other.driver.userId)
    expect(others.review_reports).toMatchObject([{ review_id: own.review_id, kind: 'untrue' }])
    await provider.deps.db.transaction((tx) => eraseUser(tx, userId, provider.clock.now()))
    expect([await ratingOf(), (await shown()).total]).toEqual([{ stars: 5, count: 1 }, 1])
    const rows = await provider.deps.db.query('select 1 from review_reports where review_id = $1', [own.review_id])
    expect(rows).toEqual([])
  })
})

async function report(driver: TestDriver, reviewId: string, kind = 'untrue'): Promise<Response> {
  const asked = { token: await driver.token(), key: newKey(), body: { kind } }
  return provider.request('PUT', `/api/v1/reviews/${reviewId}/report`, asked)
}

describe('a review that others report', () => {
  it('is on the list of whoever moderates, once a driver, until a person has decided', async () => {
    const own = await reviewed(await parked(), { stars: 1, text: 'Call 555' })
    const drivers = [await createDriver(provider), await createDriver(provider)] as const
    for (const driver of [...drivers, drivers[0]]) expect((await report(driver, own.review_id)).status).toBe(200)
    expect((await report(drivers[0], own.review_id, 'personal')).status).toBe(200)
    expect((await run('list')).lines.join()).toContain('reported personal x1  reported untrue x1')
    // Still shown: no number of reports hides a review.
    expect(await texts()).toEqual(['Call 555'])
    provider.clock.set(Date.now())
    expect((await run('publish', own.review_id)).lines).toEqual(['It was shown already.'])
    expect((await run('list', 'reported')).lines.join()).not.toContain(own.review_id)
    provider.clock.set(Date.now() + HOUR_MS)
    await report(drivers[1], own.review_id)
    expect((await run('list')).lines.join()).toContain(own.review_id)
  })

  it('is reported by others alone, twenty a day, while it is shown', async () => {
    const booked = await parked()
    const own = await reviewed(booked, { stars: 1 })
    await expectRefusal(await report(booked.driver, own.review_id), 409, 'review_refused')
    const driver = await createDriver(provider)
    await expectRefusal(await report(driver, own.review_id, 'dull'), 422, 'validation_failed')
    await expectRefusal(await report(driver, newKey()), 404, 'not_found')
    for (let count = 0; count < 20; count += 1) expect((await report(driver, own.review_id)).status).toBe(200)
    await expectRefusal(await report(driver, own.review_id), 429, 'rate_limited')
    await takeBack(booked)
    await expectRefusal(await report(await createDriver(provider), own.review_id), 404, 'not_found')
  })
})

describe('a review that is hidden', () => {
  it('is shown to its author alone with the reason, leaves the rating, and comes back only by a person', async () => {
    const booked = await parked()
    const other = await parked({ fromMinutes: 120 })
    const own = await reviewed(booked, { stars: 1, text: 'Awful, call 555' })
    await reviewed(other, { stars: 4 })
    expect((await run('hide', own.review_id)).exitCode).toBe(2)
    expect((await run('hide', own.review_id, 'Names', 'a', 'person')).lines).toEqual(['It is hidden now.'])
    expect([await ratingOf(), (await shown()).total]).toEqual([{ stars: 4, count: 1 }, 1])
    // Changed, taken back and written again, the review stays hidden.
    expect(await reviewed(booked, { stars: 5, text: 'Fine' })).toMatchObject({ stars: 5, hidden: 'Names a person' })
    await takeBack(booked)
    expect(await reviewed(booked, { stars: 5, text: 'Fine' })).toMatchObject({ stars: 5, hidden: 'Names a person' })
    expect([await ratingOf(), (await shown()).total]).toEqual([{ stars: 4, count: 1 }, 1])
    expect((await run('publish', own.review_id)).lines).toEqual(['It is shown now.'])
    expect(await ratingOf()).toEqual({ stars: 4.5, count: 2 })
    expect((await run('publish', newKey())).exitCode).toBe(1)
  })

  it('bars the other bookings of its visit although its author took it back', async () => {
    const plate = aPlate()
    const first = await book({ plate })
    const second = await parked({ by: first.driver, plate, fromMinutes: 60 })
    const own = await reviewed(first, { stars: 1, text: 'Advert' })
    await run('hide', own.review_id, 'Advert')
    await takeBack(first)
    await expectRefusal(await review(second, { stars: 1, text: 'Advert' }), 409, 'review_refused')
  })
})

describe('an operator', () => {
  it('reads and answers reviews of its own car parks, and hides none', async () => {
    const own = await reviewed(await parked(), { stars: 2, text: 'Tight' })
    const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [park.id])
    const key = await makeTestKey(provider, { parkCodes: [row?.code ?? ''], scopes: ['reviews'] })
    const elsewhere = await insertTestPark(provider.deps.db)
    const [other] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [
      elsewhere.id,
    ])
    const stranger = await makeTestKey(provider, { parkCodes: [other?.code ?? ''], scopes: ['reviews'] })
    const path = `/reviews/${own.review_id}/answer`
    const answer = { body: { answer: 'Level 2 is wider.' } }
    await expectRefusal(await operate(provider, stranger, ['PUT', path, answer]), 404, 'not_found')
    await mustOperate(provider, key, ['PUT', path, answer])
    expect((await shown()).items).toMatchObject([{ answer: { text: 'Level 2 is wider.' } }])
    expect(await mustOperate(provider, key, ['GET', '/reviews'])).toMatchObject({ total: 1, items: [{ stars: 2 }] })
    expect(await mustOperate(provider, stranger, ['GET', '/reviews'])).toMatchObject({ total: 0 })
    const hide = { body: { status: 'hidden', reason: 'I do not like it' } }
    await expectRefusal(
      await operate(provider, key, ['PUT', `/reviews/${own.review_id}/status`, hide]),
      403,
      'forbidden',
    )
    await mustOperate(provider, key, ['PUT', path, { body: { answer: null } }])
    expect((await shown()).items).toMatchObject([{ answer: null }])
    await expect(makeTestKey(provider, { parkCodes: [row?.code ?? ''], scopes: ['moderation'] })).rejects.toThrow(
      'No key',
    )
    const moderator = await makeTestKey(provider)
    await mustOperate(provider, moderator, [
      'PUT',
      `/reviews/${own.review_id}/status`,
      { body: { status: 'hidden', reason: 'Advert' } },
    ])
    expect((await shown()).total).toBe(0)
    expect(await mustOperate(provider, moderator, ['GET', '/reviews?show=hidden'])).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ review_id: own.review_id, hidden: 'Advert' })]),
    })
  })

  it('reports a review of its own car parks to Baywise, which hides nothing and stays decided until the author changes it', async () => {
    const booked = await parked()
    const own = await reviewed(booked, { stars: 1, text: 'The attendant is Moussa' })
    const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [park.id])
    const key = await makeTestKey(provider, { parkCodes: [row?.code ?? ''], scopes: ['reviews'] })
    const path = `/reviews/${own.review_id}/objection`
    const object = (kind: string) => mustOperate(provider, key, ['PUT', path, { body: { kind } }])
    const listed = async (show: string) =>
      (await mustOperate<{ items: unknown[] }>(provider, key, ['GET', `/reviews?show=${show}`])).items

    const elsewhere = await insertTestPark(provider.deps.db)
    const [other] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [
      elsewhere.id,
    ])
    const stranger = await makeTestKey(provider, { parkCodes: [other?.code ?? ''], scopes: ['reviews'] })
    const unfit = { body: { kind: 'untrue' } }
    for (const id of [own.review_id, newKey()])
      await expectRefusal(
        await operate(provider, stranger, ['PUT', `/reviews/${id}/objection`, unfit]),
        404,
        'not_found',
      )
    const unscoped = await makeTestKey(provider, { parkCodes: [row?.code ?? ''], scopes: ['day'] })
    await expectRefusal(await operate(provider, unscoped, ['PUT', path, unfit]), 403, 'forbidden')
    expect((await operate(provider, key, ['PUT', path, { body: { kind: 'bad for us' } }])).status).toBe(422)
    expect(await listed('reported')).toEqual([])

    await object('untrue')
    await object('personal')
    await object('personal')
    expect(await listed('reported')).toMatchObject([{ objection: { kind: 'personal', decided: false }, reports: [] }])
    expect((await shown()).total).toBe(1)
    expect((await run('list')).lines.join('\n')).toContain('operator says personal')
    const noted = await provider.deps.db.query(
      `select 1 from operator_changes where action = 'review.object' and subject = $1`,
      [own.review_id],
    )
    expect(noted).toHaveLength(2)

    provider.clock.set(provider.clock.now() + MINUTE_MS)
    const moderator = await makeTestKey(provider)
    const publish = { body: { status: 'published' } }
    await mustOperate(provider, moderator, ['PUT', `/reviews/${own.review_id}/status`, publish])
    expect(await listed('reported')).toEqual([])
    await object('offensive')
    expect(await listed('reported')).toEqual([])
    expect(await listed('all')).toMatchObject([{ objection: { kind: 'personal', decided: true } }])

    provider.clock.set(provider.clock.now() + MINUTE_MS)
    await reviewed(booked, { stars: 1, text: 'The attendant is Moussa Diop' })
    expect(await listed('all')).toMatchObject([{ objection: null }])
    await object('personal')
    expect(await listed('reported')).toMatchObject([{ objection: { kind: 'personal', decided: false } }])
  })
})
