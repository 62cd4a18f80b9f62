import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyBooking } from '../../../src/db/apply/bookings.ts'
import { applyVehicle } from '../../../src/db/apply/vehicles.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { databases } from '../../../src/db/databases.ts'
import { type QueueableCommand } from '../../../src/domain/commands.ts'
import { parkOf } from '../../db/support/park.ts'
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
  type,
} from './support/activity.tsx'

beforeEach(startAfresh)

test('what waits and was never sent can be changed in its place; what was sent can not', async () => {
  const { id } = await keep(ADD)
  const host = await open()
  await shows(host, 'Add the vehicle XYZ-789')
  tap(host, 'Change')
  await shows(host, 'Change your request')
  type(host, 'plate', 'KJA-777QQ')
  tap(host, 'SaveSaving…')
  await shows(host, 'Add the vehicle KJA-777QQ')
  expect(host.querySelector('dialog')).toBeNull()
  const rows = await databases.user(USER).outbox.toArray()
  expect(rows.map((row) => [row.id, row.state])).toEqual([[id, 'queued']])
  await databases.user(USER).outbox.update(id, { firstSentAt: ASKED_AT, attempts: 1 })
  await shows(host, 'Sent, not confirmed yet.')
  expect(Array.from(host.querySelectorAll('button'), ({ textContent }) => textContent)).not.toContain('Change')
})

test('a refused change of a vehicle is changed and asked for again on the provider’s row as it is now', async () => {
  const edit = { kind: 'vehicle.edit', vehicleId: VEHICLE_ID, vehicle: ADD.vehicle, baseVersion: 1 } as const
  await applyVehicle(databases, USER, { vehicle: vehicleOf(VEHICLE_ID, { version: 4 }), savedAt: ASKED_AT })
  const { id } = await keep(edit, refusedBy('version_conflict'))
  const host = await open()
  await shows(host, 'Now: ABC-123, Canada, Car')
  tap(host, 'Change')
  await shows(host, 'Change your request')
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
  await shows(host, 'Cancel and get C$2.50 back')
  tap(host, 'Extend for C$5.50')
  await vi.waitFor(() => expect(group(host, 'Waiting')).toContain('at most C$5.50'))
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'discarded' })
})

test('a change that waits keeps the version that was seen when it is changed again: another phone’s in between is not overwritten unseen', async () => {
  const edit = { kind: 'vehicle.edit', vehicleId: VEHICLE_ID, vehicle: ADD.vehicle, baseVersion: 1 } as const
  await applyVehicle(databases, USER, { vehicle: vehicleOf(VEHICLE_ID, { version: 9 }), savedAt: ASKED_AT })
  const { id } = await keep(edit)
  const host = await open()
  await shows(host, 'Change the vehicle XYZ-789')
  tap(host, 'Change')
  await shows(host, 'Change your request')
  type(host, 'plate', 'KJA-777QQ')
  tap(host, 'SaveSaving…')
  await shows(host, 'Change the vehicle KJA-777QQ')
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ command: { baseVersion: 1 } })
})
