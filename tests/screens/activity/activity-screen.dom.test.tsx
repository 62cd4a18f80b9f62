import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyBooking } from '../../../src/db/apply/bookings.ts'
import { applySession, applySessionExpired } from '../../../src/db/apply/session.ts'
import { applyVehicle } from '../../../src/db/apply/vehicles.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { databases } from '../../../src/db/databases.ts'
import { ownerOf, type OutboxRow } from '../../../src/db/outbox-row.ts'
import { entityKey, type QueueableCommand } from '../../../src/domain/commands.ts'
import { connection } from '../../../src/lib/connection.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import ActivityScreen from '../../../src/screens/activity/activity-screen.tsx'
import { proofText } from '../../../src/screens/activity/proof-of-attempt.ts'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render } from '../../setup/render.tsx'
import { BOOKING_ID, bookingOf, END, VEHICLE_ID, vehicleOf } from '../../sync/support/small-provider.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00aa'
const ASKED_AT = Date.parse('2026-11-21T10:30:00Z')
const EXTEND = {
  kind: 'booking.extend',
  bookingId: BOOKING_ID,
  baseEnd: END,
  newEnd: '2026-11-21T13:30:00Z',
  maxPriceMinor: 400,
  notAfter: '2026-11-21T12:10:00Z',
} as const satisfies QueueableCommand
const ADD = {
  kind: 'vehicle.add',
  vehicleId: VEHICLE_ID,
  vehicle: { plate: 'XYZ-789', country_code: 'CA', vehicle_type_id: 1 },
} as const satisfies QueueableCommand

let seq = 0
async function keep(command: QueueableCommand, changes: Partial<OutboxRow> = {}): Promise<OutboxRow> {
  seq += 1
  const row: OutboxRow = {
    id: uuid7(),
    seq,
    owner: ownerOf(USER),
    kind: command.kind,
    entity: entityKey(command),
    command,
    v: 1,
    state: 'queued',
    attempts: 0,
    nextAt: ASKED_AT,
    firstSentAt: null,
    lastError: null,
    createdAt: ASKED_AT,
    settledAt: null,
    answers: [],
    reconcile: false,
    stuck: false,
    ...changes,
  }
  await databases.user(USER).outbox.put(row)
  return row
}

const refusedBy = (code: string): Partial<OutboxRow> => ({
  state: 'rejected',
  firstSentAt: ASKED_AT,
  settledAt: ASKED_AT,
  attempts: 1,
  lastError: { kind: 'problem', code, detail: '', at: ASKED_AT },
})

// Rows come when the database says so, not inside an act().
const setActing = (isActing: boolean) => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })

async function open(): Promise<HTMLElement> {
  const host = await render(<ActivityScreen />)
  setActing(false)
  return host
}

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
const group = (host: HTMLElement, title: string): string | undefined =>
  host.querySelector(`ul[aria-label="${title}"]`)?.textContent

function tap(host: HTMLElement, label: string): void {
  const button = Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent.startsWith(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

// jsdom has the element but not its modal life; focus and inertness are the browser's and are tested there.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

function type(host: HTMLElement, name: string, text: string): void {
  const input = host.querySelector(`input[name="${name}"]`)
  // React listens to the native setter: assigning `value` alone would not be a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await applySession(databases, sessionOf(USER), ASKED_AT)
  await applyBooking(databases, USER, { booking: bookingOf(BOOKING_ID), savedAt: ASKED_AT })
  await databases.user(USER).outbox.clear()
})
afterEach(() => void setActing(true))

test('nothing asked for is said, not left blank', async () => {
  const host = await open()
  await shows(host, 'Nothing asked for yet')
})

test('what waits says until when and at most for how much, when it is dropped, and goes when it is taken back', async () => {
  const { id } = await keep(EXTEND)
  const host = await open()
  await shows(host, 'Extend Marché Thiès until')
  expect(group(host, 'Waiting')).toContain('08:30, at most C$4.00')
  expect(group(host, 'Waiting')).toContain('Dropped at 07:10 if not sent.')
  expect(group(host, 'Waiting')).toContain('Waiting for signal')
  tap(host, 'Take back')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toBeUndefined())
  expect(group(host, 'Done')).toContain('Taken back')
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'discarded' })
})

test('a day of tries without an answer is said', async () => {
  await keep(ADD, { stuck: true, firstSentAt: ASKED_AT, attempts: 40 })
  const host = await open()
  await shows(host, 'Tried for more than a day without an answer.')
  expect(group(host, 'Waiting')).toContain('Add the vehicle XYZ-789')
})

test('a refusal names its reason and what the provider has, and asking again is a new request', async () => {
  const { id } = await keep(EXTEND, refusedBy('max_price_exceeded'))
  const host = await open()
  await shows(host, 'It would cost more than you accepted. Nothing was charged.')
  expect(group(host, 'Refused')).toMatch(/As it is now: booked until .*07:00\./)
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
  await shows(host, 'This request cannot be read')
  // Nobody has refused it.
  expect(host.querySelector('li')?.textContent).toMatch(/^Not sent/)
  expect(host.textContent).not.toContain('Try again')
  tap(host, 'Dismiss')
  await shows(host, 'Nothing asked for yet')
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

test('what waits and was never sent can be changed in its place; what was sent can not', async () => {
  const { id } = await keep(ADD)
  const host = await open()
  await shows(host, 'Add the vehicle XYZ-789')
  tap(host, 'Change')
  await shows(host, 'Change what you asked for')
  type(host, 'plate', 'KJA-777QQ')
  tap(host, 'SaveSaving…')
  await shows(host, 'Add the vehicle KJA-777QQ')
  expect(host.querySelector('dialog')).toBeNull()
  const rows = await databases.user(USER).outbox.toArray()
  expect(rows.map((row) => [row.id, row.state])).toEqual([[id, 'queued']])
  await databases.user(USER).outbox.update(id, { firstSentAt: ASKED_AT, attempts: 1 })
  await shows(host, 'It was sent and is not answered yet.')
  expect(Array.from(host.querySelectorAll('button'), ({ textContent }) => textContent)).not.toContain('Change')
})

test('a refused change of a vehicle is changed and asked for again on the provider’s row as it is now', async () => {
  const edit = { kind: 'vehicle.edit', vehicleId: VEHICLE_ID, vehicle: ADD.vehicle, baseVersion: 1 } as const
  await applyVehicle(databases, USER, { vehicle: vehicleOf(VEHICLE_ID, { version: 4 }), savedAt: ASKED_AT })
  const { id } = await keep(edit, refusedBy('version_conflict'))
  const host = await open()
  await shows(host, 'As it is now: ABC-123, Canada, Car')
  tap(host, 'Change')
  await shows(host, 'Change what you asked for')
  type(host, 'plate', 'KJA-777QQ')
  tap(host, 'SaveSaving…')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toContain('Change the vehicle'))
  const rows = await databases.user(USER).outbox.toArray()
  expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'discarded' })
  expect(rows.find((row) => row.id !== id)).toMatchObject({
    command: { baseVersion: 4, vehicle: { plate: 'KJA-777QQ' } },
    state: 'queued',
  })
})

test('an extension that waits is chosen anew with its price, from where it was', async () => {
  const soon = Date.now() + 3_600_000
  const end = new Date(soon).toISOString()
  await databases.user(USER).bookings.clear()
  const booking = bookingOf(BOOKING_ID, { end_time: end, start_time: new Date(soon - 7_200_000).toISOString() })
  await applyBooking(databases, USER, { booking, savedAt: ASKED_AT })
  await applyParks(databases, [parkOf({ id: 1, slug: booking.park.slug })], ASKED_AT)
  await keep({ ...EXTEND, baseEnd: end, newEnd: new Date(soon + 1_800_000).toISOString() })
  const host = await open()
  await shows(host, 'Extend Marché Thiès until')
  tap(host, 'Change')
  await shows(host, 'Extend your stay')
  expect(host.querySelector('[aria-pressed="true"]')?.textContent).toContain('30')
})

test('a refusal over money offers the same at the price, or for the refund, of now', async () => {
  const problem = { kind: 'problem', detail: '', at: ASKED_AT } as const
  const extended = { ...problem, code: 'max_price_exceeded', extra: { total: 550, currency: 'CAD' } }
  const { id } = await keep(EXTEND, { ...refusedBy('max_price_exceeded'), lastError: extended })
  const cancel: QueueableCommand = { kind: 'booking.cancel', bookingId: BOOKING_ID, minRefundMinor: 600 }
  const less = { ...problem, code: 'refund_below_minimum', extra: { refund: 250, currency: 'CAD' } }
  await keep(cancel, { ...refusedBy('refund_below_minimum'), lastError: less })
  const host = await open()
  await shows(host, 'Cancel for C$2.50 back')
  tap(host, 'Extend for C$5.50')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toContain('at most C$5.50'))
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'discarded' })
})

test('why the last try did not settle it is said in words', async () => {
  await keep(ADD, { attempts: 2, firstSentAt: ASKED_AT, lastError: { kind: 'foreign', at: ASKED_AT } })
  const host = await open()
  await shows(host, 'something else answered than the provider')
})

test('a sign-in that has ended is said above what waits for it', async () => {
  await keep(ADD)
  await applySessionExpired(databases, sessionOf(USER).refresh_token)
  const host = await open()
  await shows(host, 'Please sign in again')
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
  await shows(host, 'You asked for: XYZ-789, Canada, Car, Work')
  await shows(host, 'As it is now: XYZ-789, Canada, Ontario, Van, Home')
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
  await shows(host, 'A newer version of this app kept it.')
  expect(host.textContent).not.toContain('It is never sent')
})

test('sending now with no signal says why nothing happens, until there is one', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  await keep(ADD)
  const host = await open()
  await shows(host, 'Add the vehicle XYZ-789')
  tap(host, 'Send now')
  await shows(host, 'Sending needs the provider, which cannot be reached.')
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await vi.waitFor(() => expect(host.textContent).not.toContain('cannot be reached'))
})

test('a change that waits keeps the version that was seen when it is changed again: another phone’s in between is not overwritten unseen', async () => {
  const edit = { kind: 'vehicle.edit', vehicleId: VEHICLE_ID, vehicle: ADD.vehicle, baseVersion: 1 } as const
  await applyVehicle(databases, USER, { vehicle: vehicleOf(VEHICLE_ID, { version: 9 }), savedAt: ASKED_AT })
  const { id } = await keep(edit)
  const host = await open()
  await shows(host, 'Change the vehicle XYZ-789')
  tap(host, 'Change')
  await shows(host, 'Change what you asked for')
  type(host, 'plate', 'KJA-777QQ')
  tap(host, 'SaveSaving…')
  await shows(host, 'Change the vehicle KJA-777QQ')
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ command: { baseVersion: 1 } })
})
