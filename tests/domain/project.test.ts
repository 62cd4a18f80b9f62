import { describe, expect, test } from 'vitest'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import { entityKey, type QueueableCommand } from '../../src/domain/commands.ts'
import { projectBooking, projectFavourites, projectVehicles } from '../../src/domain/project.ts'

const END = '2026-11-21T14:00:00Z'
const LATER = '2026-11-21T15:00:00Z'
const LATEST = '2026-11-21T16:00:00Z'
const booking = { booking_id: 'b1', status: 'active' as const, end_time: END, plate: 'ABC123' }

const cancel = (bookingId = 'b1'): QueueableCommand => ({ kind: 'booking.cancel', bookingId, minRefundMinor: 100 })
const extend = (baseEnd: string, newEnd: string): QueueableCommand => ({
  kind: 'booking.extend',
  bookingId: 'b1',
  baseEnd,
  newEnd,
  maxPriceMinor: 500,
  notAfter: LATEST,
})

describe('a booking', () => {
  test('without commands is itself', () => {
    expect(projectBooking(booking, [cancel('b2')])).toEqual({ ...booking, pending: [] })
  })

  test('shows a pending cancel as cancelled and says that it is pending', () => {
    expect(projectBooking(booking, [cancel()])).toEqual({
      ...booking,
      status: 'cancelled',
      pending: ['booking.cancel'],
    })
  })

  test('shows extensions one after the other', () => {
    expect(projectBooking(booking, [extend(END, LATER), extend(LATER, LATEST)]).end_time).toBe(LATEST)
    expect(projectBooking(booking, [extend('2026-11-21T14:00:00.000Z', LATER)]).end_time).toBe(LATER)
  })

  test('does not show an extension of an end that has moved, nor an earlier end', () => {
    expect(projectBooking({ ...booking, end_time: LATEST }, [extend(END, LATER)]).end_time).toBe(LATEST)
    expect(projectBooking({ ...booking, end_time: LATER }, [extend(END, LATER)]).end_time).toBe(LATER)
  })

  test('does not extend what is cancelled before', () => {
    expect(projectBooking(booking, [cancel(), extend(END, LATER)])).toMatchObject({
      status: 'cancelled',
      end_time: END,
    })
  })

  test('leaves the row of the mirror untouched', () => {
    const frozen = Object.freeze({ ...booking })
    projectBooking(frozen, [cancel(), extend(END, LATER)])
    expect(frozen).toEqual(booking)
  })
})

describe('vehicles', () => {
  const vehicleOf = (id: string, changes: Partial<Vehicle> = {}): Vehicle => ({
    id,
    plate: 'ABC-123',
    plate_normalised: 'ABC123',
    country_code: 'CA',
    region: 'ON',
    vehicle_type_id: 1,
    label: null,
    colour: null,
    make: null,
    model: null,
    is_default: false,
    version: 1,
    updated_at: END,
    ...changes,
  })
  const input = { plate: 'xyz 987', country_code: 'CA', vehicle_type_id: 1 } as const
  const project = (rows: readonly Vehicle[], commands: readonly QueueableCommand[]) =>
    projectVehicles(rows, commands, (vehicle): Vehicle => ({ ...vehicle, updated_at: END }))
  const rows = [vehicleOf('v1', { is_default: true }), vehicleOf('v2')]

  test('an added vehicle is there at once, and the first is the default', () => {
    const [added] = project([], [{ kind: 'vehicle.add', vehicleId: 'v9', vehicle: input }])
    expect(added).toMatchObject({
      id: 'v9',
      plate: 'xyz 987',
      plate_normalised: 'XYZ987',
      is_default: true,
      version: 0,
      pending: ['vehicle.add'],
    })
    expect(
      project(rows, [{ kind: 'vehicle.add', vehicleId: 'v9', vehicle: input }]).map((row) => row.is_default),
    ).toEqual([true, false, false])
  })

  test('an added vehicle that the provider already sent is not there twice', () => {
    const [row, ...others] = project([vehicleOf('v9')], [{ kind: 'vehicle.add', vehicleId: 'v9', vehicle: input }])
    expect(others).toEqual([])
    expect(row).toMatchObject({ plate: 'ABC-123', pending: ['vehicle.add'] })
  })

  test('edits, deletions and a new default are folded in order', () => {
    const shown = project(rows, [
      { kind: 'vehicle.edit', vehicleId: 'v2', vehicle: { ...input, label: 'Blue one' }, baseVersion: 1 },
      { kind: 'vehicle.set_default', vehicleId: 'v2' },
      { kind: 'vehicle.delete', vehicleId: 'v1' },
    ])
    expect(shown).toEqual([
      {
        ...vehicleOf('v2', {
          plate: 'xyz 987',
          plate_normalised: 'XYZ987',
          region: null,
          label: 'Blue one',
          is_default: true,
        }),
        pending: ['vehicle.edit', 'vehicle.set_default'],
      },
    ])
  })

  test('a default that is not there changes nothing', () => {
    expect(project(rows, [{ kind: 'vehicle.set_default', vehicleId: 'gone' }]).map((row) => row.is_default)).toEqual([
      true,
      false,
    ])
  })
})

test('commands of one thing share a key', () => {
  expect([cancel(), extend(END, LATER), { kind: 'vehicle.delete', vehicleId: 'v1' } as const].map(entityKey)).toEqual([
    'booking:b1',
    'booking:b1',
    'vehicle:v1',
  ])
})

describe('favourites', () => {
  const place = (name: string) => ({ name, slug: name, address: null })
  const favour = (kind: 'add' | 'remove', parkId: number): QueueableCommand => ({
    kind: `favourite.${kind}`,
    parkId,
    place: place(`p${String(parkId)}`),
    isHeld: kind === 'remove',
  })
  const shown = (commands: readonly QueueableCommand[]) =>
    projectFavourites([{ park_id: 1, name: 'p1' }], commands, ({ parkId, place: { name } }) => ({
      park_id: parkId,
      name,
    }))

  test('that wait to be added come first and are marked; those that wait to go are not shown', () => {
    expect(shown([favour('add', 2)])).toEqual([
      { park_id: 2, name: 'p2', pending: ['favourite.add'] },
      { park_id: 1, name: 'p1', pending: [] },
    ])
    expect(shown([favour('remove', 1)])).toEqual([])
    expect(shown([favour('remove', 1), favour('add', 1)])).toEqual([
      { park_id: 1, name: 'p1', pending: ['favourite.add'] },
    ])
  })

  test('that the provider holds already are not doubled by a request whose answer is on its way', () => {
    expect(shown([favour('add', 1)])).toEqual([{ park_id: 1, name: 'p1', pending: ['favourite.add'] }])
  })

  test('of each car park are a thing of their own', () => {
    expect([entityKey(favour('add', 2)), entityKey(favour('remove', 3))]).toEqual(['favourite:2', 'favourite:3'])
  })
})
