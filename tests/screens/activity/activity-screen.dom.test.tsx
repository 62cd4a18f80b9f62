import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { applySessionExpired } from '../../../src/db/apply/session.ts'
import { applyVehicle } from '../../../src/db/apply/vehicles.ts'
import { databases } from '../../../src/db/databases.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import { connection } from '../../../src/signals/connection.ts'
import { proofText } from '../../../src/screens/activity/proof-of-attempt.ts'
import { sessionOf } from '../../db/support/session.ts'
import { BOOKING_ID, bookingOf, VEHICLE_ID, vehicleOf } from '../../sync/support/small-provider.ts'
import {
  ADD,
  ASKED_AT,
  EXTEND,
  USER,
  group,
  keep,
  open,
  refusedBy,
  shows,
  startAfresh,
  tap,
} from './support/activity.tsx'

beforeEach(startAfresh)

test('nothing asked for is said, not left blank', async () => {
  const host = await open()
  await shows(host, 'No requests yet')
})

test('what waits says until when and at most for how much, when it is dropped, and goes when it is taken back', async () => {
  const { id } = await keep(EXTEND)
  const host = await open()
  await shows(host, 'Extend Marché Thiès until')
  expect(group(host, 'Waiting')).toContain('08:30, at most C$4.00')
  expect(group(host, 'Waiting')).toMatch(/Expires (?!at).*07:10 if not sent\./)
  expect(group(host, 'Waiting')).toContain('Waiting for signal')
  tap(host, 'Remove request')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toBeUndefined())
  expect(group(host, 'Done')).toContain('Removed')
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'discarded' })
})

test('a day of tries without an answer is said', async () => {
  await keep(ADD, { stuck: true, firstSentAt: ASKED_AT, attempts: 40 })
  const host = await open()
  await shows(host, 'No answer for more than a day.')
  expect(group(host, 'Waiting')).toContain('Add the vehicle XYZ-789')
})

test('a refusal names its reason and what the provider has, and asking again is a new request', async () => {
  const { id } = await keep(EXTEND, refusedBy('max_price_exceeded'))
  const host = await open()
  await shows(host, 'It now costs more than you accepted. Nothing was charged.')
  expect(group(host, 'Refused')).toMatch(/Now: booked until .*07:00\./)
  tap(host, 'Try again')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toContain('Extend Marché Thiès until'))
  expect(group(host, 'Refused')).toBeUndefined()
  const rows = await databases.user(USER).outbox.toArray()
  expect(rows.find((row) => row.id !== id)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('what is done says what came of it', async () => {
  await keep(ADD, { state: 'done', firstSentAt: ASKED_AT, settledAt: ASKED_AT, attempts: 1 })
  const host = await open()
  await shows(host, 'Vehicle XYZ-789 added')
  expect(group(host, 'Done')).toContain('Saved')
})

test('a request that cannot be read is shown as such and can only be dismissed', async () => {
  const row = await keep(ADD)
  await databases.user(USER).outbox.update(row.id, { command: { kind: 'unheard' } as never })
  const host = await open()
  await shows(host, 'We can’t read this request')
  // The request was never refused.
  expect(host.querySelector('li')?.textContent).toMatch(/^Not sent/)
  expect(host.textContent).not.toContain('Try again')
  tap(host, 'Dismiss')
  await shows(host, 'No requests yet')
})

test('the proof of an attempt holds its times, networks and answers', async () => {
  const answers = [{ at: ASKED_AT, network: 'slow', outcome: 'timeout' }] as const
  const { createdAt, settledAt, ...row } = await keep(EXTEND, { answers, attempts: 1, firstSentAt: ASKED_AT })
  const known = { reason: null, raw: null, booking: bookingOf(BOOKING_ID), vehicle: null }
  expect(JSON.parse(proofText({ ...row, createdAt, settledAt, ...known }))).toMatchObject({
    key: row.id,
    asked_at: '2026-11-21T10:30:00.000Z',
    first_sent_at: '2026-11-21T10:30:00.000Z',
    settled_at: null,
    answers: [{ at: '2026-11-21T10:30:00.000Z', network: 'slow', outcome: 'timeout' }],
  })
})

test('why the last try did not settle it is said in words', async () => {
  await keep(ADD, { attempts: 2, firstSentAt: ASKED_AT, lastError: { kind: 'foreign', at: ASKED_AT } })
  const host = await open()
  await shows(host, 'another page answered instead of Baywise')
})

test('a sign-in that has ended is said above what waits for it', async () => {
  await keep(ADD)
  await applySessionExpired(databases, sessionOf(USER).refresh_token)
  const host = await open()
  await shows(host, 'Sign in again')
  await shows(host, 'Add the vehicle XYZ-789')
})

test('a conflict shows both vehicles whole, because asking again writes every field', async () => {
  const asked = { ...ADD.vehicle, label: 'Work' }
  const edit = { kind: 'vehicle.edit', vehicleId: VEHICLE_ID, vehicle: asked, baseVersion: 1 } as const
  const theirs = vehicleOf(VEHICLE_ID, {
    plate: 'XYZ-789',
    region: 'Ontario',
    vehicle_type_id: 3,
    label: 'Home',
    version: 4,
  })
  await applyVehicle(databases, USER, { vehicle: theirs, savedAt: ASKED_AT })
  await keep(edit, refusedBy('version_conflict'))
  const host = await open()
  await shows(host, 'Your request: XYZ-789, Canada, Car, Work')
  await shows(host, 'Now: XYZ-789, Canada, Ontario, Van, Home')
})

test('a refusal of a field says which and why', async () => {
  const fields = [{ field: 'plate', code: 'plate_invalid', detail: 'Letters and digits only.' }]
  const lastError = { kind: 'problem', code: 'validation_failed', detail: '', at: ASKED_AT, fields } as const
  await keep(ADD, { ...refusedBy('validation_failed'), lastError })
  const host = await open()
  await shows(host, 'Letters and digits only.')
})

test('what a newer version kept is not said to be lost, only not to be sent by this one', async () => {
  const row = await keep(ADD)
  await databases.user(USER).outbox.update(row.id, { v: 2 })
  const host = await open()
  await shows(host, 'This request was saved by a newer version of the app.')
  expect(host.textContent).not.toContain('It won’t be sent')
})

test('sending now with no signal says why nothing happens, until there is one', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  await keep(ADD)
  const host = await open()
  await shows(host, 'Add the vehicle XYZ-789')
  tap(host, 'Send now')
  await shows(host, 'Sending needs a connection.')
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await vi.waitFor(() => expect(host.textContent).not.toContain('cannot be reached'))
})

const LATER = ASKED_AT + 28 * DAY_MS
const TOP_UP = { kind: 'wallet.top_up', amountMinor: 500, currency: 'CAD' } as const
const UPLOAD = { kind: 'document.upload', scanId: 's', ofVehicle: VEHICLE_ID, document: 'insurance' } as const

const EXPIRED = {
  'an extension': [EXTEND, {}, 'It’s too late to extend: the grace period is over.'],
  'a payment': [TOP_UP, { firstSentAt: ASKED_AT }, 'The payment was never started. Nothing was charged.'],
  'a picture': [UPLOAD, { firstSentAt: ASKED_AT }, 'The picture is no longer on this phone.'],
  'an old key': [EXTEND, { firstSentAt: ASKED_AT, settledAt: LATER }, 'Your bookings and transactions'],
} as const

test.each(Object.keys(EXPIRED) as (keyof typeof EXPIRED)[])(
  'what has expired says why, and nothing of a refusal: %s',
  async (name) => {
    const [command, at, why] = EXPIRED[name]
    await keep(command, { state: 'expired', settledAt: ASKED_AT, ...at })
    const host = await open()
    await shows(host, why)
    expect(group(host, 'Expired')).toMatch(name === 'an old key' ? /^Not confirmed/ : /^Expired/)
    expect(host.textContent).not.toContain('Refused')
  },
)
