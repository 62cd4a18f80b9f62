import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import type { ParkProblemWire } from '../../src/contract/park-problems.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import { listProblems, mergeDayList } from '../../src/domain/day-list.ts'
import { PROBLEM_PHOTO_DAYS, PROBLEM_PHOTO_MAX_BYTES, PROBLEM_TEXT_MAX } from '../../src/domain/park-problem.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { printProblems } from '../../provider/cli/problems.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { updatePasswordHash } from '../../provider/repositories/users.ts'
import { hashPassword } from '../../provider/rules/passwords.ts'
import { forgetProblemPhotos } from '../../provider/services/park-problems.ts'
import { expectRefusal, PASSWORD, readJson } from './support/accounts.ts'
import { mustCheckIn, mustList, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { takeParkPhoto } from './support/test-photos.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
/** A photo as a phone sends it, except for the metadata that a camera writes. */
let JPEG: string
beforeAll(async () => {
  JPEG = (await takeParkPhoto(40, { width: 640, height: 480 })).toString('base64')
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Dundas Square' })
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

async function report(
  driver: TestDriver,
  body: unknown,
  { key = newKey(), of = String(park.id) }: { readonly key?: string; readonly of?: string } = {},
): Promise<Response> {
  return provider.request('POST', `/api/v1/parks/${of}/problems`, { token: await driver.token(), key, body })
}
const codeOf = async (id: number): Promise<string> => {
  const [row] = await provider.deps.db.query<{ code: string }>('select code from parks where id = $1', [id])
  return row?.code ?? ''
}

describe('a problem that a driver reports', () => {
  it('is kept once for one key, and answered the same again', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    const body = { kind: 'price', text: 'The sign says\n C$9 ' }
    const first = await report(driver, body, { key })
    expect(first.status).toBe(201)
    const { data } = await readJson<{ data: ParkProblemWire }>(first)
    expect(data).toMatchObject({ park_id: park.id, kind: 'price', text: 'The sign says C$9' })
    const again = await report(driver, body, { key })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await readJson<{ data: ParkProblemWire }>(again)).data).toEqual(data)
    await expectRefusal(await report(driver, { kind: 'closed' }, { key }), 422, 'idempotency_key_reused')
    const rows = await provider.deps.db.query('select * from park_problems where user_id = $1', [driver.userId])
    expect(rows).toHaveLength(1)
  })

  it('names the park by id or slug, and needs no words but for something else', async () => {
    const driver = await createDriver(provider)
    for (const of of [String(park.id), `test-park-${String(park.id)}`])
      expect((await report(driver, { kind: 'closed' }, { of })).status).toBe(201)
    for (const text of [undefined, null, '', ' \u202e '])
      await expectRefusal(await report(driver, { kind: 'other', text }), 422, 'validation_failed')
    expect((await report(driver, { kind: 'other', text: 'No light' })).status).toBe(201)
    await expectRefusal(await report(driver, { kind: 'closed' }, { of: '999999' }), 404, 'park_not_found')
  })

  it('is refused when it is of no known kind, too long, or of nobody who is signed in', async () => {
    const driver = await createDriver(provider)
    await expectRefusal(await report(driver, { kind: 'noise' }), 422, 'validation_failed')
    const long = { kind: 'facts', text: 'x'.repeat(PROBLEM_TEXT_MAX + 1) }
    await expectRefusal(await report(driver, long), 422, 'validation_failed')
    const path = `/api/v1/parks/${String(park.id)}/problems`
    const visitor = await provider.request('POST', path, { key: newKey(), body: { kind: 'closed' } })
    await expectRefusal(visitor, 401, 'unauthorized')
  })

  it('waits after ten in an hour; one that was answered is answered still', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    expect((await report(driver, { kind: 'closed' }, { key })).status).toBe(201)
    for (let count = 1; count < 10; count += 1) expect((await report(driver, { kind: 'price' })).status).toBe(201)
    const over = await report(driver, { kind: 'price' })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await report(driver, { kind: 'closed' }, { key })).status).toBe(201)
    provider.clock.advance(HOUR_MS)
    expect((await report(driver, { kind: 'price' })).status).toBe(201)
  })

  it('is in the account’s data, and goes with the account', async () => {
    const driver = await createDriver(provider)
    await updatePasswordHash(provider.deps.db, driver.userId, { hash: await hashPassword(PASSWORD), nowMs: TEST_NOW })
    await report(driver, { kind: 'entry', text: 'The barrier stays down' })
    const token = await driver.token()
    const answer = await provider.request('GET', '/api/v1/users/me/export', { token })
    const { data } = await readJson<{ data: AccountExport }>(answer)
    expect(data.problem_reports).toMatchObject([
      { park: 'Dundas Square', kind: 'entry', text: 'The barrier stays down' },
    ])
    const erased = await provider.request('DELETE', '/api/v1/users/me', {
      ...{ token, key: newKey() },
      body: { password: PASSWORD, give_up_money: true },
    })
    expect(erased.status, await erased.clone().text()).toBe(204)
    const left = await provider.deps.db.query('select * from park_problems where text = $1', ['The barrier stays down'])
    expect(left).toEqual([])
  })
})

const COMMENT_MOST = 60_000

/** Returns the photo, padded to `bytes` with comments inside its file. */
function jpegOf(bytes: number): string {
  const jpeg = Buffer.from(JPEG, 'base64')
  const comments: Buffer[] = []
  for (let left = bytes - jpeg.length; left > 0; left -= COMMENT_MOST) {
    const comment = Buffer.alloc(Math.min(left, COMMENT_MOST), 'x')
    comment.set([0xff, 0xfe])
    comment.writeUInt16BE(comment.length - 2, 2)
    comments.push(comment)
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)]).toString('base64')
}
const photosOf = (driver: TestDriver): Promise<readonly unknown[]> =>
  provider.deps.db.query(
    'select f.problem_id from problem_photos f join park_problems p using (problem_id) where p.user_id = $1',
    [driver.userId],
  )

describe('no space, reported of a booking', () => {
  it('stands on the gate’s next list, and changes neither booking nor money', async () => {
    const own = await insertTestPark(provider.deps.db, { capacity: 5 })
    const code = await codeOf(own.id)
    const phone = await pairPhone(provider, [code])
    const driver = await createDriver(provider)
    const booking = await mustBook(provider, driver, { parkId: own.id, fromMinutes: 0 })
    provider.clock.advance(10 * MINUTE_MS)
    const full = await mustList(provider, phone, { park: code })
    expect(full.data.entries[0]?.problem).toBeUndefined()
    provider.clock.advance(10 * MINUTE_MS)
    const body = { kind: 'place_taken', booking_id: booking.booking_id }
    expect((await report(driver, body, { of: String(own.id) })).status).toBe(201)
    const delta = await mustList(provider, phone, { park: code, cursor: full.data.cursor })
    expect(delta.data).toMatchObject({
      kind: 'delta',
      entries: [{ code: booking.booking_code.replace('-', ''), state: 'expected', problem: { kind: 'place_taken' } }],
    })
    const held = mergeDayList(undefined, dayListFromWire({ ...delta.data, kind: 'full', base: null }))
    expect(held.ok && listProblems(held.value)).toMatchObject([
      { plate: 'ABC123', problem: { kind: 'place_taken', at: provider.clock.now() } },
    ])
    const [row] = await provider.deps.db.query('select status, refund_minor from bookings where booking_id = $1', [
      booking.booking_id,
    ])
    expect(row).toEqual({ status: 'active', refund_minor: null })
  })

  it('is of the driver’s own booking at that park, and of no other kind', async () => {
    const [driver, other] = [await createDriver(provider), await createDriver(provider)]
    const elsewhere = await insertTestPark(provider.deps.db, {})
    const { booking_id } = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 0 })
    const body = { kind: 'full', booking_id }
    await expectRefusal(await report(other, body), 404, 'booking_not_found')
    await expectRefusal(await report(driver, body, { of: String(elsewhere.id) }), 404, 'booking_not_found')
    await expectRefusal(await report(driver, { kind: 'full' }), 422, 'validation_failed')
    await expectRefusal(await report(driver, { kind: 'closed', booking_id }), 422, 'validation_failed')
    expect((await report(driver, body)).status).toBe(201)
  })

  it('carries a photo that is one by its bytes, small enough, and ten a day', async () => {
    const driver = await createDriver(provider)
    for (const photo of ['', 'not base64', Buffer.from('<svg/>').toString('base64'), JPEG.slice(0, -4)])
      await expectRefusal(await report(driver, { kind: 'closed', photo }), 422, 'validation_failed')
    await expectRefusal(
      await report(driver, { kind: 'closed', photo: jpegOf(PROBLEM_PHOTO_MAX_BYTES + 3) }),
      422,
      'validation_failed',
    )
    expect(await photosOf(driver)).toEqual([])
    expect((await report(driver, { kind: 'closed', photo: jpegOf(PROBLEM_PHOTO_MAX_BYTES) })).status).toBe(201)
    for (let count = 1; count < 10; count += 1) {
      provider.clock.advance(HOUR_MS / 4)
      expect((await report(driver, { kind: 'price', photo: JPEG })).status).toBe(201)
    }
    provider.clock.advance(HOUR_MS)
    expect((await report(driver, { kind: 'price', photo: JPEG })).status).toBe(429)
    expect((await report(driver, { kind: 'price' })).status).toBe(201)
    expect(await photosOf(driver)).toHaveLength(10)
  })

  it('keeps of a photo what there is to see, not what else is in its file; one that only begins and ends like one is none', async () => {
    const driver = await createDriver(provider)
    const hollow = Buffer.from([0xff, 0xd8, 0xff, 0xd9]).toString('base64')
    await expectRefusal(await report(driver, { kind: 'closed', photo: hollow }), 422, 'validation_failed')
    expect((await report(driver, { kind: 'closed', photo: jpegOf(100_000) })).status).toBe(201)
    const [row] = await provider.deps.db.query<{ jpeg: Buffer }>(
      'select f.jpeg from problem_photos f join park_problems p using (problem_id) where p.user_id = $1',
      [driver.userId],
    )
    const kept = row?.jpeg ?? Buffer.alloc(0)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.length).toBeLessThan(40_000)
  })

  it('is deleted with its photo: the photo after 90 days, both with the account', async () => {
    const driver = await createDriver(provider)
    await report(driver, { kind: 'entry', photo: JPEG })
    provider.clock.advance(PROBLEM_PHOTO_DAYS * DAY_MS)
    await report(driver, { kind: 'price', photo: JPEG })
    await forgetProblemPhotos(provider.deps.db, provider.clock.now())
    expect(await photosOf(driver)).toHaveLength(2)
    await forgetProblemPhotos(provider.deps.db, provider.clock.now() + 1)
    expect(await photosOf(driver)).toHaveLength(1)
    await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, provider.clock.now()))
    expect(await photosOf(driver)).toEqual([])
  })
})

describe('npm run provider -- problems', () => {
  it('says what came back for it, when the car came in, and writes the photo to a file', async () => {
    const driver = await createDriver(provider)
    const own = await insertTestPark(provider.deps.db, { name: 'Bay Street' })
    const code = await codeOf(own.id)
    const { booking_id, total } = await mustBook(provider, driver, { parkId: own.id, fromMinutes: 0 })
    const told = await report(driver, { kind: 'full', booking_id, photo: JPEG }, { of: String(own.id) })
    const { data } = await readJson<{ data: ParkProblemWire }>(told)
    const token = await driver.token()
    await provider.request('PUT', `/api/v1/bookings/${booking_id}/status?status=cancelled&reason=no_space`, {
      ...{ token, key: newKey() },
    })
    const phone = await pairPhone(provider, [code])
    await mustCheckIn(provider, phone, [
      { nonce: newNonce(), park: code, booking: tailOf(booking_id), direction: 'in', at: timeAfter(provider, 0) },
    ])
    const { lines } = await printProblems(provider.deps.db, ['--park', code])
    expect(lines).toEqual([
      `2026-11-23T12:00:00Z  ${code}  Bay Street  full  -  refunded ${String(total)} CAD (minor units)  car came in 2026-11-23T12:00:00Z  photo ${data.problem_id}`,
    ])
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'photo-')), 'report.jpg')
    expect((await printProblems(provider.deps.db, ['--photo', data.problem_id, file])).exitCode).toBe(0)
    expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
    expect((await printProblems(provider.deps.db, ['--photo', newKey(), file])).exitCode).toBe(1)
    expect((await printProblems(provider.deps.db, ['--photo', 'x', file])).exitCode).toBe(1)
    expect((await printProblems(provider.deps.db, ['--photo', data.problem_id])).exitCode).toBe(2)
  })

  it('prints what was reported, the latest first, of one park or of all, and of nobody', async () => {
    const driver = await createDriver(provider)
    const other = await insertTestPark(provider.deps.db, { name: 'Union Station' })
    await report(driver, { kind: 'price', text: 'C$12 on the sign' }, { of: String(other.id) })
    provider.clock.advance(1_000)
    await report(driver, { kind: 'closed' }, { of: String(other.id) })
    const code = await codeOf(other.id)
    const { lines, exitCode } = await printProblems(provider.deps.db, ['--park', code.toLowerCase()])
    expect(exitCode).toBe(0)
    expect(lines).toEqual([
      `2026-11-23T12:00:01Z  ${code}  Union Station  closed  -`,
      `2026-11-23T12:00:00Z  ${code}  Union Station  price  C$12 on the sign`,
    ])
    expect(lines.join()).not.toContain(driver.userId)
    expect((await printProblems(provider.deps.db, [])).lines.length).toBeGreaterThan(2)
    expect((await printProblems(provider.deps.db, ['--park', 'NOWHERE'])).lines).toEqual(['Nothing was reported.'])
    expect((await printProblems(provider.deps.db, ['--all'])).exitCode).toBe(2)
  })
})
