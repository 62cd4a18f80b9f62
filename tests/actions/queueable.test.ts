import { describe, expect, test } from 'vitest'
import { cancelBooking, extendBooking } from '../../src/actions/bookings.ts'
import { editVehicle } from '../../src/actions/vehicles.ts'
import { retryCommand, sendNow, toImmediateResult } from '../../src/actions/requests.ts'
import { findNewRefund } from '../../src/actions/failures.ts'
import { removeRequest } from '../../src/actions/requests.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { isQueueable, type QueueableCommand } from '../../src/domain/commands.ts'
import { must } from '../../src/lib/assert.ts'
import { type OutboxRow, readOutbox, readPending } from '../../src/outbox/read.ts'
import { probe } from '../../src/sync/probe.ts'
import {
  answering,
  createRig,
  keysSent,
  type OutboxRig,
  passing,
  statesOf,
  USER_A,
  waitOut,
} from '../sync/support/outbox-phone.ts'
import { errorOf, valueOf } from '../sync/support/provider-phone.ts'
import { BOOKING_ID, bookingOf, END, problemOf, VEHICLE_ID, vehicleOf } from '../sync/support/small-provider.ts'
import { answerLost, offline } from '../sync/support/test-phone.ts'

const HOUR_MS = 3_600_000
const END_MS = Date.parse(END)
const booking = bookingOf(BOOKING_ID)
const vehicle = vehicleOf(VEHICLE_ID, { is_default: true })
const fields = { plate: 'MINE-1', country_code: 'CA', vehicle_type_id: 1 } as const

function commandOf({ command }: OutboxRow): QueueableCommand {
  if (!isQueueable(command)) throw new Error(`${command.kind} waits for no signal`)
  return command
}

async function goOffline({ phone }: OutboxRig): Promise<void> {
  phone.line.through = offline
  await probe(phone)
}

const cancelNow = (rig: OutboxRig, minRefundMinor = 600) => cancelBooking({ booking, minRefundMinor }, rig.phone)
const extendTo = (rig: OutboxRig, hours: number) =>
  extendBooking({ booking, newEndMs: END_MS + hours * HOUR_MS, maxPriceMinor: 500 }, rig.phone)

describe('what is asked for', () => {
  test('with a connection is answered at once', async () => {
    const rig = await createRig()
    expect(valueOf(await cancelNow(rig)).standing).toBe('over')
    expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ status: 'cancelled' }])
  })

  test('without one waits, and nothing is said to be done', async () => {
    const rig = await createRig()
    await goOffline(rig)
    const { row, standing } = valueOf(await cancelNow(rig))
    expect([standing, row.state]).toEqual(['waiting', 'queued'])
    await rig.phone.settled()
    expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ status: 'active' }])
    expect(keysSent(rig.phone)).toEqual([])
  })

  test('and refused at once is an error of the dialog, with what the provider offers instead', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() =>
      Response.json(
        {
          type: 'about:blank',
          title: '',
          status: 409,
          code: 'refund_below_minimum',
          detail: '',
          refund: 300,
          currency: 'CAD',
        },
        { status: 409, headers: { 'content-type': 'application/problem+json' } },
      ),
    )
    const result = await cancelNow(rig)
    expect(valueOf(result).standing).toBe('refused')
    expect(findNewRefund(errorOf(toImmediateResult(result)))).toEqual({ refund: 300, currency: 'CAD' })
  })

  test('while the provider takes its time is said to wait after a few seconds', async () => {
    const rig = await createRig()
    let giveUp = (): void => undefined
    const timers = {
      after(_: number, work: () => void) {
        giveUp = work
        return () => undefined
      },
    }
    rig.phone.line.through = async (request, next) => {
      if (request.method !== 'GET') {
        giveUp()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return next(request)
    }
    const asked = await cancelBooking({ booking, minRefundMinor: 600 }, { ...rig.phone, timers })
    expect(valueOf(asked).standing).toBe('waiting')
    await expect.poll(() => statesOf(rig)).toEqual(['done'])
  })

  test('by nobody is refused', async () => {
    const rig = await createRig()
    await rig.phone.dbs.session.session.clear()
    expect(errorOf(await cancelNow(rig))).toEqual({ kind: 'signed_out' })
  })
})

describe('taking back', () => {
  test('what was never sent works without a connection, and nothing is sent later', async () => {
    const rig = await createRig()
    await goOffline(rig)
    const { row } = valueOf(await extendTo(rig, 1))
    expect(valueOf(await removeRequest(row.id, rig.phone))).toBe('discarded')
    rig.phone.line.through = passing
    await rig.phone.outboxSignal.notify()
    expect(keysSent(rig.phone)).toEqual([])
    expect(await statesOf(rig)).toEqual(['discarded'])
  })

  test('what was sent asks the provider first, and says so when it had gone through', async () => {
    const rig = await createRig()
    rig.phone.line.through = answerLost(({ method }) => method !== 'GET')
    const { row } = valueOf(await cancelNow(rig))
    await goOffline(rig)
    expect(errorOf(await removeRequest(row.id, rig.phone))).toEqual({ kind: 'offline' })
    expect(await statesOf(rig)).toEqual(['queued'])
    rig.phone.line.through = passing
    expect(valueOf(await removeRequest(row.id, rig.phone))).toBe('was_done')
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('what was sent and never arrived is given up', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable'))
    const { row } = valueOf(await cancelNow(rig))
    expect(valueOf(await removeRequest(row.id, rig.phone))).toBe('discarded')
    rig.phone.line.through = passing
    waitOut(rig)
    await rig.phone.outboxSignal.notify()
    expect(rig.provider.effects).toEqual([])
  })

  test('what went through in the moment of the tap is said to be done, not taken back', async () => {
    const rig = await createRig()
    const { row } = valueOf(await cancelNow(rig))
    expect(valueOf(await removeRequest(row.id, rig.phone))).toBe('was_done')
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('what cannot be read is removed', async () => {
    const rig = await createRig()
    const db = rig.phone.dbs.user(USER_A)
    await db.outbox.put({ id: 'torn' } as never)
    expect(valueOf(await removeRequest('torn', rig.phone))).toBe('discarded')
    expect(await db.outbox.count()).toBe(0)
  })
})

describe('asking once more', () => {
  test('after a conflict is a new command on what the provider has now', async () => {
    const rig = await createRig()
    rig.provider.vehicles.set(VEHICLE_ID, { ...vehicle, plate: 'THEIRS', version: 5 })
    const { row } = valueOf(await editVehicle({ vehicle, fields }, rig.phone))
    expect(row.state).toBe('rejected')
    const again = await retryCommand({ rowId: row.id, command: commandOf(row), isRebased: true }, rig.phone)
    expect(valueOf(again).standing).toBe('over')
    expect(valueOf(again).row.id).not.toBe(row.id)
    expect(await statesOf(rig)).toEqual(['discarded', 'done'])
    expect((await readVehicles(rig.phone.dbs)).value).toMatchObject([{ plate: 'MINE-1', version: 6 }])
  })

  test('with a change of what was never sent keeps its place and its key', async () => {
    const rig = await createRig()
    await goOffline(rig)
    const { row } = valueOf(await extendTo(rig, 1))
    const command = { ...commandOf(row), maxPriceMinor: 900 } as QueueableCommand
    valueOf(await retryCommand({ rowId: row.id, command, isRebased: false }, rig.phone))
    expect(await readPending(rig.phone.dbs)).toMatchObject([{ id: row.id, command: { maxPriceMinor: 900 } }])
  })

  test('cannot change what was sent and is not answered', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() => problemOf(500, 'internal'))
    const { row } = valueOf(await extendTo(rig, 1))
    const error = errorOf(await retryCommand({ rowId: row.id, command: commandOf(row), isRebased: false }, rig.phone))
    expect(error).toEqual({ kind: 'unknown_outcome_ahead' })
  })

  test('for what went through meanwhile changes nothing: what is done stays done', async () => {
    const rig = await createRig()
    const { row } = valueOf(await extendTo(rig, 1))
    expect(row.state).toBe('done')
    const command = { ...commandOf(row), maxPriceMinor: 900 } as QueueableCommand
    expect(errorOf(await retryCommand({ rowId: row.id, command, isRebased: true }, rig.phone))).toEqual({
      kind: 'unknown_outcome_ahead',
    })
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('now does not wait for the backoff', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable', { 'retry-after': '600' }))
    const { row } = valueOf(await cancelNow(rig))
    rig.phone.line.through = passing
    await rig.phone.outboxSignal.notify()
    expect(await statesOf(rig)).toEqual(['queued'])
    expect(must(valueOf(await sendNow(row.id, rig.phone)), 'a row that waits').standing).toBe('over')
    expect(valueOf(await sendNow(row.id, rig.phone))).toBeNull()
    expect(keysSent(rig.phone)).toEqual([row.id, row.id])
  })

  test('now does not wait for the backoff of what stands before it either', async () => {
    const rig = await createRig()
    rig.phone.line.through = answering(() => problemOf(503, 'unavailable', { 'retry-after': '600' }))
    const ahead = valueOf(await extendTo(rig, 1)).row
    const { row } = valueOf(await cancelNow(rig))
    rig.phone.line.through = passing
    expect(must(valueOf(await sendNow(row.id, rig.phone)), 'a row that waits').standing).toBe('over')
    expect(keysSent(rig.phone)).toEqual([ahead.id, ahead.id, row.id])
  })
})

describe('what cannot be read', () => {
  test('is dismissed also where its name is no text', async () => {
    const rig = await createRig()
    await rig.phone.dbs.user(USER_A).outbox.put({ id: 5, state: 'queued' } as never)
    const kept = await cancelNow(rig)
    const [odd] = await readOutbox(rig.phone.dbs)
    expect(odd).toMatchObject({ readable: false, id: '5' })
    expect(valueOf(await removeRequest('5', rig.phone))).toBe('discarded')
    expect(await rig.phone.dbs.user(USER_A).outbox.toArray()).toMatchObject([{ id: valueOf(kept).row.id }])
  })
})
