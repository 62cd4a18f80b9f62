import { expect, test } from 'vitest'
import type { Call, Client } from '../../src/api/client.ts'
import { ok } from '../../src/lib/result.ts'
import { toCall } from '../../src/sync/requests/to-call.ts'
import { bookingOf } from './support/small-provider.ts'

const body = {
  ...{ park_id: 7, start_time: '2026-11-21T14:00:00Z', end_time: '2026-11-21T15:00:00Z' },
  ...{ base_start_time: '2026-11-21T10:00:00Z', base_end_time: '2026-11-21T12:00:00Z' },
  ...{ quoted_total: 450, tariff_version: 'v1', min_refund: 600 },
}
const MOVE = { kind: 'booking.move', bookingId: 'b-1', parkName: 'Queen', body } as const

test('a move is sent under its key with what the driver saw, and brings both bookings', async () => {
  const calls: Call<unknown>[] = []
  const [booking, left] = [bookingOf('b-2', { moved_from: 'b-1' }), bookingOf('b-1', { status: 'cancelled' })]
  const client = {
    send: (call: Call<unknown>) => {
      calls.push(call)
      return Promise.resolve(ok({ data: booking, moved: left }))
    },
  } as unknown as Client
  expect(await toCall(MOVE).send(client, 'key-1')).toEqual(ok({ kind: 'booking', booking, left }))
  expect(calls).toMatchObject([{ method: 'POST', path: '/bookings/b-1/move', body, key: 'key-1', as: 'user' }])
  // An answer about another booking does not count.
  expect(calls[0]?.isAnswer?.({ data: booking, moved: left })).toBe(true)
  expect(calls[0]?.isAnswer?.({ data: { ...booking, moved_from: 'b-0' }, moved: left })).toBe(false)
})

test('a booking is kept for the new date that the driver saw', async () => {
  const calls: Call<unknown>[] = []
  const booking = bookingOf('b-1')
  const client = {
    send: (call: Call<unknown>) => {
      calls.push(call)
      return Promise.resolve(ok({ data: booking }))
    },
  } as unknown as Client
  const command = { kind: 'booking.keep_event', bookingId: 'b-1', parkingFrom: '2026-12-12T22:00:00Z' } as const
  expect(await toCall(command).send(client, 'key-1')).toEqual(ok({ kind: 'booking', booking }))
  const body = { parking_from: '2026-12-12T22:00:00Z' }
  expect(calls).toMatchObject([{ method: 'PUT', path: '/bookings/b-1/event', body, key: 'key-1', as: 'user' }])
})
