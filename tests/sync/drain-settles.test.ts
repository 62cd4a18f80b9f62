import { describe, expect, test } from 'vitest'
import { type Client, clientAs } from '../../src/api/client.ts'
import { setDefaultVehicle } from '../../src/api/vehicles.ts'
import { applySessionExpired, applySignOut } from '../../src/db/apply/session.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { readOutbox, readOutboxCounts } from '../../src/outbox/read.ts'
import { drain } from '../../src/sync/drain.ts'
import { sessionOf } from '../db/support/session.ts'
import {
  answering,
  cancel,
  createRig,
  edit,
  extend,
  isWrite,
  keysSent,
  passing,
  signInAs,
  statesOf,
  USER_A,
  USER_B,
  waitOut,
} from './support/outbox-phone.ts'
import { BOOKING_ID, bookingOf, problemOf, VEHICLE_ID, vehicleOf } from './support/small-provider.ts'
import { answerLost } from './support/test-phone.ts'

const ONE = '2026-11-21T13:00:00Z'

describe('a refusal', () => {
  test('fault 14: of an extension of what another phone has cancelled is kept with its reason', async () => {
    const rig = await createRig()
    rig.provider.bookings.set(BOOKING_ID, bookingOf(BOOKING_ID, { status: 'cancelled', version: 2 }))
    await rig.ask(extend(ONE))
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'rejected', lastError: { code: 'booking_not_active' } }])
    expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ status: 'cancelled' }])
  })

  test('of what holds already is done', async () => {
    const rig = await createRig()
    rig.provider.bookings.set(BOOKING_ID, bookingOf(BOOKING_ID, { status: 'cancelled', version: 2 }))
    await rig.ask(cancel())
    await drain(rig.phone)
    expect(await rig.rows()).toMatchObject([{ state: 'done', answers: [{ outcome: 'found_done' }] }])
  })

  test('fault 15: of an edit behind another phone’s shows both, and overwrites nothing', async () => {
    const rig = await createRig()
    rig.provider.vehicles.set(VEHICLE_ID, vehicleOf(VEHICLE_ID, { plate: 'THEIRS', version: 2 }))
    await rig.ask(edit('MINE-1'))
    await drain(rig.phone)
    const [row] = await rig.rows()
    expect(row).toMatchObject({ state: 'rejected', command: { vehicle: { plate: 'MINE-1' } } })
    expect(row?.lastError?.code).toBe('version_conflict')
    expect((await readVehicles(rig.phone.dbs)).value).toMatchObject([{ plate: 'THEIRS' }])
    expect(rig.provider.effects).toEqual([])
  })

  test('fault 11: of a disabled account is shown, and not tried in a loop', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = answering(() => problemOf(403, 'account_disabled'))
    await drain(rig.phone)
    waitOut(rig)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toHaveLength(1)
    expect(await rig.rows()).toMatchObject([{ state: 'rejected', lastError: { code: 'account_disabled' } }])
  })

  test('does not stop what was asked for after it', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE, '2026-11-21T11:00:00Z'))
    rig.phone.line.through = answerLost(isWrite)
    await drain(rig.phone)
    rig.phone.line.through = passing
    await rig.ask(cancel())
    waitOut(rig)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['rejected', 'done'])
  })
})

test('fault 35: the answer of an earlier extension of the same booking is not taken for that of a later one', async () => {
  const rig = await createRig()
  await rig.ask(extend(ONE))
  rig.phone.line.through = async (request, next) => {
    const answer = await next(request)
    if (!isWrite(request)) return answer
    return Response.json({ data: bookingOf(BOOKING_ID, { version: 1 }) }, { headers: answer.headers })
  }
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['queued'])
  rig.phone.line.through = passing
  waitOut(rig)
  await drain(rig.phone)
  expect(await statesOf(rig)).toEqual(['done'])
  expect((await readBookings(rig.phone.dbs)).value).toMatchObject([{ version: 2 }])
})

describe('the driver', () => {
  test('fault 9: whose session has ended loses nothing; the queue goes on when they sign in again', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = answering(() => problemOf(401, 'unauthorized'))
    expect((await drain(rig.phone)).kind).toBe('signed_out')
    expect(await rig.rows()).toMatchObject([{ state: 'queued', attempts: 0, firstSentAt: null }])
    const before = rig.phone.line.sent.length
    await applySessionExpired(rig.phone.dbs, sessionOf().refresh_token)
    expect((await drain(rig.phone)).kind).toBe('signed_out')
    expect(rig.phone.line.sent).toHaveLength(before)

    rig.phone.line.through = passing
    await signInAs(rig.phone, USER_A)
    await drain(rig.phone)
    expect(await statesOf(rig)).toEqual(['done'])
  })

  test('fault 10: who signs in next sends nothing of the first; the first finds it again', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    await applySignOut(rig.phone.dbs, 'keep')
    await signInAs(rig.phone, USER_B)
    await drain(rig.phone)
    expect(keysSent(rig.phone)).toEqual([])
    expect(await rig.rows()).toEqual([])

    await applySignOut(rig.phone.dbs, 'keep')
    await signInAs(rig.phone, USER_A)
    expect((await readBookings(rig.phone.dbs)).value).toEqual([])
    await drain(rig.phone)
    expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
  })

  test('fault 10: who signs in while it is being prepared is not the one it is sent as', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    rig.phone.line.through = async (request, next) => {
      const answer = await next(request)
      // The other driver's session exists before the command is sent.
      if (request.url.endsWith('/health')) await signInAs(rig.phone, USER_B)
      return answer
    }
    await drain(rig.phone)
    const refused = await setDefaultVehicle(VEHICLE_ID).send(clientAs(rig.phone.client, USER_A), 'k1')
    expect(refused).toEqual({ ok: false, error: { kind: 'signed_out' } })
    expect(keysSent(rig.phone)).toEqual([])
    await signInAs(rig.phone, USER_A)
    expect(await statesOf(rig)).toEqual(['queued'])
  })

  test('fault 10: nor is who signs in after it was claimed, in the moment before it leaves', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    const client: Client = {
      async send(call) {
        if (call.key !== undefined) await signInAs(rig.phone, USER_B)
        return rig.phone.client.send(call)
      },
    }
    await drain({ ...rig.phone, client })
    expect(keysSent(rig.phone)).toEqual([])
  })

  test('who gives up what waits at the logout leaves nothing', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    await applySignOut(rig.phone.dbs, 'discard')
    await signInAs(rig.phone, USER_A)
    expect(await rig.rows()).toEqual([])
  })
})

describe('bad rows', () => {
  test('corrupt ones, another’s and those of a newer release are shown and never sent; the rest goes on', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    const db = rig.phone.dbs.user(USER_A)
    const bad = [
      { ...row, id: 'torn', command: { kind: 'booking.cancel' } },
      { ...row, id: 'theirs', owner: `user:${USER_B}` },
      { ...row, id: 'newer', v: 2 },
      { ...row, id: 'unknown', kind: 'park.praise', command: { kind: 'park.praise' } },
      { ...row, id: 'crossed', entity: `vehicle:${VEHICLE_ID}` },
      { id: 'empty' },
    ]
    for (const stored of bad) await db.outbox.put(stored as typeof row)
    expect(await drain(rig.phone)).toMatchObject({ settled: 1, left: 0 })
    expect(keysSent(rig.phone)).toEqual([row.id])
    const unreadable = (await readOutbox(rig.phone.dbs)).flatMap((entry) =>
      entry.readable ? [] : [[entry.id, entry.reason]],
    )
    expect(Object.fromEntries(unreadable)).toEqual({
      torn: 'corrupt',
      theirs: 'foreign_owner',
      newer: 'newer_version',
      unknown: 'newer_version',
      crossed: 'corrupt',
      empty: 'corrupt',
    })
    expect((await readOutboxCounts(rig.phone.dbs)).refused).toBe(6)
  })

  test('a key that the provider knows for something else is our own bug: set aside, and logged', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    const logged: string[] = []
    const phone = { ...rig.phone, log: { ...rig.phone.log, error: (event: string) => void logged.push(event) } }
    rig.phone.line.through = answering(() => problemOf(422, 'idempotency_key_reused'))
    await drain(phone)
    expect(await statesOf(rig)).toEqual(['quarantined'])
    expect(logged).toEqual(['a key was used for two requests'])
  })
})

test('fault 21: a full disk at the acknowledgement keeps the row, and the same key is sent again', async () => {
  const rig = await createRig()
  const row = await rig.ask(cancel())
  const db = rig.phone.dbs.user(USER_A)
  let isFull = true
  db.bookings.hook('updating', () => {
    if (isFull) throw new DOMException('no room', 'QuotaExceededError')
  })
  expect(await drain(rig.phone)).toEqual({ kind: 'storage', reason: 'full' })
  expect(await rig.rows()).toMatchObject([{ state: 'sending' }])
  isFull = false
  await drain(rig.phone)
  expect(keysSent(rig.phone)).toEqual([row.id, row.id])
  expect(rig.provider.effects).toEqual([`cancel ${BOOKING_ID}`])
  expect(await statesOf(rig)).toEqual(['done'])
})
