import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { ReviewList } from '../../src/contract/reviews.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { runReviews } from '../../provider/cli/reviews.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { readAccount } from '../../provider/repositories/account-export.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { makeTestKey, mustOperate } from './support/test-operators.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { takeParkPhoto } from './support/test-photos.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
let driver: TestDriver
let booking: Booking
let shade = 0
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  park = await insertTestPark(provider.deps.db, { capacity: 20 })
  driver = await createDriver(provider)
  booking = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 0, minutes: 60 })
  provider.clock.set(Date.parse(booking.end_time))
})

/** Returns a photo as a phone sends it; each has its own colour, so no two photos are equal. */
const take = async (id = uuid7()) => {
  shade += 3
  const jpeg = (await takeParkPhoto(shade, { width: 1_024, height: 768 })).toString('base64')
  return { photo_id: id, jpeg }
}
const ask = async (method: string, body?: object, key = newKey()): Promise<Response> =>
  provider.request(method, `/api/v1/bookings/${booking.booking_id}/review`, {
    ...{ token: await driver.token(), key, ...(body === undefined ? {} : { body }) },
  })
async function say(body: object, key?: string): Promise<NonNullable<Booking['review']>> {
  const answer = await ask('PUT', body, key)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { data } = await readJson<{ data: Booking }>(answer)
  if (data.review === undefined) throw new Error('No review')
  return data.review
}
const shown = async () =>
  (await readJson<ReviewList>(await provider.request('GET', `/api/v1/parks/${String(park.id)}/reviews`))).items
const open = async (url: string): Promise<Response> => provider.app.fetch(new Request(`http://localhost${url}`))
const fileOf = ({ photo }: NonNullable<Booking['review']>): string => photo?.files[0]?.url ?? 'none'
const countKept = async (): Promise<number> => {
  const [row] = await provider.deps.db.query<{ n: number }>(
    `select count(*)::integer as n from review_photo_files f join reviews r using (review_id) where r.park_id = $1`,
    [park.id],
  )
  return row?.n ?? -1
}

test('a photo is shown with its review, drawn anew, without its place and its owner', async () => {
  const photo = await take()
  const own = await say({ stars: 4, text: 'Wide ramps', photo })
  expect(own.photo).toMatchObject({ photo_id: photo.photo_id, width: 1_024, height: 768 })
  expect(own.photo?.files.map(({ width }) => width)).toEqual([480, 960, 1_024])
  expect((await shown()).map((review) => review.photo)).toEqual([own.photo])
  const answer = await open(fileOf(own))
  expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    ...['image/webp', 'public, max-age=3600'],
  ])
  const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([facts.format, facts.width, facts.exif]).toEqual(['webp', 480, undefined])
})

test('what is said again leaves the photo, another takes its place, and none is none', async () => {
  const first = await say({ stars: 4, photo: await take() })
  const again = await say({ stars: 3, text: 'Dark' })
  expect(again.photo).toEqual(first.photo)
  const other = await say({ stars: 3, text: 'Dark', photo: await take() })
  expect(other.photo?.photo_id).not.toBe(first.photo?.photo_id)
  expect((await open(fileOf(first))).status).toBe(404)
  expect((await open(fileOf(other))).status).toBe(200)
  const without = await say({ stars: 3, text: 'Dark', photo: null })
  expect(without.photo).toBeUndefined()
  expect([(await open(fileOf(other))).status, await countKept()]).toEqual([404, 0])
})

test('a lost answer makes nothing twice: neither the same key nor the same photo under another', async () => {
  const [key, photo] = [newKey(), await take()]
  const first = await say({ stars: 4, photo }, key)
  expect(await say({ stars: 4, photo }, key)).toEqual(first)
  expect(await say({ stars: 4, photo })).toEqual(first)
  expect(await countKept()).toBe(3)
})

test('a hidden review hides its photo, a shown one shows it again, and whoever moderates sees it all along', async () => {
  const own = await say({ stars: 1, photo: await take() })
  const key = await makeTestKey(provider)
  const decide = (body: object) =>
    mustOperate<{ data: { photo?: object } }>(provider, key, ['PUT', `/reviews/${own.review_id}/status`, { body }])
  expect((await decide({ status: 'hidden', reason: 'A face' })).data.photo).toEqual(own.photo)
  expect([(await open(fileOf(own))).status, await shown()]).toEqual([404, []])
  const { lines } = await runReviews(provider.deps.db, ['list', 'hidden'])
  expect(lines.find((line) => line.startsWith(own.review_id))).toContain('photo')
  await decide({ status: 'published' })
  expect((await open(fileOf(own))).status).toBe(200)
})

test('with the review goes its photo: taken back, refunded, or deleted with the account, whose export has it', async () => {
  const own = await say({ stars: 2, photo: await take() })
  const { reviews } = await readAccount(provider.deps.db, driver.userId)
  const exported = Buffer.from(String((reviews[0] as { photo?: string }).photo), 'base64')
  expect((await sharp(exported).metadata()).width).toBe(1_024)
  expect((await ask('DELETE')).status).toBe(200)
  expect([(await open(fileOf(own))).status, await countKept()]).toEqual([404, 0])
  const again = await say({ stars: 2, photo: await take() })
  await provider.deps.db.query(
    `update bookings set status = 'cancelled', cancelled_at = to_timestamp($2 / 1000.0), refund_minor = total_minor where booking_id = $1`,
    [booking.booking_id, provider.clock.now()],
  )
  expect([(await open(fileOf(again))).status, await countKept()]).toEqual([404, 0])
})

test('an account that is deleted takes its photos with it', async () => {
  const own = await say({ stars: 2, photo: await take() })
  await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, provider.clock.now()))
  expect([(await open(fileOf(own))).status, await countKept()]).toEqual([404, 0])
})

test.for<[what: string, jpeg: string, status: number, code: string]>([
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(900, 7)]).toString('base64'), 415, 'scan_not_picture'],
  ['half a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64'), 422, 'scan_damaged'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'), 415, 'scan_not_picture'],
  ['no base64', 'photo!', 422, 'validation_failed'],
  ['more than a phone sends', 'A'.repeat(200_004), 422, 'validation_failed'],
])('%s in the place of a photo is refused, and nothing of the review is kept', async ([, jpeg, status, code]) => {
  await expectRefusal(await ask('PUT', { stars: 4, photo: { photo_id: uuid7(), jpeg } }), status, code)
  expect(await shown()).toEqual([])
})

test('more than 20 photos a day are told to wait; a review without one is not', async () => {
  const photo = { photo_id: uuid7(), jpeg: Buffer.from('MZ').toString('base64') }
  const answers: number[] = []
  for (let sent = 0; sent < 21; sent += 1) answers.push((await ask('PUT', { stars: 4, photo })).status)
  expect([...new Set(answers.slice(0, 20)), answers.at(-1)]).toEqual([415, 429])
  expect((await say({ stars: 4 })).photo).toBeUndefined()
})
