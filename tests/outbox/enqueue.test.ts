import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import type { OutboxRow } from '../../src/db/outbox-row.ts'
import { userHash } from '../../src/db/user-hash.ts'
import { enqueue } from '../../src/outbox/enqueue.ts'
import { readOutbox, readOutboxCounts, readPending } from '../../src/outbox/read.ts'
import { claimed } from '../../src/outbox/settle.ts'
import { sessionOf } from '../db/support/session.ts'
import {
  add,
  cancel,
  createRig,
  edit,
  extend,
  newVehicleId,
  type OutboxRig,
  remove,
  setDefault,
  signInAs,
  USER_A,
  USER_B,
} from '../sync/support/outbox-phone.ts'
import { errorOf } from '../sync/support/provider-phone.ts'
import { BOOKING_ID, END } from '../sync/support/small-provider.ts'

const FIRST_RELEASE = {
  bookings: 'id, code',
  vehicles: 'id',
  wallets: 'currency',
  transactions: 'id, [currency+created_at]',
  intents: 'id',
  gone: 'id',
  counters: 'key',
  saved: 'key',
}
const ONE = '2026-11-21T13:00:00Z'
const TWO = '2026-11-21T14:00:00Z'

const waiting = async ({ phone }: OutboxRig) => (await readPending(phone.dbs)).map(({ command }) => command)

/** Leaves a row as the drainer does when its answer never arrives. */
async function markSent({ phone, clock }: OutboxRig, id: string): Promise<void> {
  const db = phone.dbs.user(USER_A)
  const row = await db.outbox.get(id)
  if (row !== undefined) await db.outbox.put(claimed(row, clock.now()))
}

describe('a command', () => {
  test('is stored with its key, owner and entity, and nothing of the wire', async () => {
    const rig = await createRig()
    const row = await rig.ask(cancel())
    expect(await rig.rows()).toEqual([row])
    expect(row).toMatchObject({ owner: `user:${USER_A}`, state: 'queued', firstSentAt: null, v: 1 })
    expect(JSON.stringify(row)).not.toContain('access')
    expect(rig.phone.line.sent).toEqual([])
  })

  test('fault 23: finds its place in a database of the first release, behind its request whose answer was lost', async () => {
    const indexedDB = new IDBFactory()
    const before = new Dexie(`older-user-${userHash(USER_A)}`, { indexedDB, IDBKeyRange, cache: 'disabled' })
    before.version(1).stores(FIRST_RELEASE)
    const write = { kind: 'booking.renew', bookingId: BOOKING_ID, quotedTotal: 600, tariffVersion: 'v1' }
    const intent = { id: 'k0', write, state: 'unknown', createdAt: 1 }
    await before.table('intents').put(intent)
    before.close()

    const dbs = openDatabases({ prefix: 'older', indexedDB, IDBKeyRange })
    await applySession(dbs, sessionOf(USER_A), 1)
    const asker = { dbs, clock: { now: () => 1 }, random: () => 0.5 }
    expect((await enqueue(asker, USER_A, edit('ONE-1'))).ok).toBe(true)
    expect(await readPending(dbs)).toMatchObject([
      { id: 'k0', lane: 'now', state: 'unconfirmed', command: write },
      { lane: 'queued', state: 'queued', kind: 'vehicle.edit' },
    ])
  })

  test('fault 48: beyond two hundred is refused and said', async () => {
    const rig = await createRig()
    const first = await rig.ask(add(newVehicleId(0)))
    const others = Array.from({ length: 199 }, (_, index): OutboxRow => {
      const id = newVehicleId(index + 1)
      return { ...first, id: `key-${id}`, seq: first.seq + index + 1, entity: `vehicle:${id}`, command: add(id) }
    })
    await rig.phone.dbs.user(USER_A).outbox.bulkAdd(others)
    expect(errorOf(await enqueue(rig.phone, USER_A, add(newVehicleId(200))))).toBe('outbox_full')
    expect(await readOutboxCounts(rig.phone.dbs)).toMatchObject({ waiting: 200 })
    // Correcting a waiting request needs no room.
    expect(await rig.ask(add(newVehicleId(0), 'NEW-1'))).toMatchObject({ command: { vehicle: { plate: 'NEW-1' } } })
  })

  test('fault 20: that does not fit on the phone is not saved and leaves nothing behind', async () => {
    const rig = await createRig()
    const db = rig.phone.dbs.user(USER_A)
    db.outbox.hook('creating', () => {
      throw new DOMException('no room', 'QuotaExceededError')
    })
    expect(errorOf(await enqueue(rig.phone, USER_A, cancel()))).toBe('not_saved')
    expect(await readOutbox(rig.phone.dbs)).toEqual([])
  })

  test('of one driver is not among another’s', async () => {
    const rig = await createRig()
    await rig.ask(cancel())
    await signInAs(rig.phone, USER_B)
    expect(await readOutbox(rig.phone.dbs)).toEqual([])
    await signInAs(rig.phone, USER_A)
    expect(await rig.rows()).toHaveLength(1)
  })
})

describe('commands that were never sent collapse', () => {
  test('extend and extend: the first base, the last end', async () => {
    const rig = await createRig()
    const first = await rig.ask(extend(ONE))
    const second = await rig.ask(extend(TWO, ONE))
    expect(second.id).toBe(first.id)
    expect(await waiting(rig)).toEqual([extend(TWO, END)])
  })

  test('edit and edit: the version that was seen first, the last fields', async () => {
    const rig = await createRig()
    await rig.ask(edit('ONE-1'))
    await rig.ask(edit('TWO-2', undefined, 7))
    expect(await waiting(rig)).toEqual([edit('TWO-2')])
  })

  test('add and edit: one addition', async () => {
    const rig = await createRig()
    const id = newVehicleId(1)
    await rig.ask(add(id))
    await rig.ask(edit('TWO-2', id, 0))
    expect(await waiting(rig)).toEqual([add(id, 'TWO-2')])
  })

  test('add, default and delete: nothing is left to send', async () => {
    const rig = await createRig()
    const id = newVehicleId(1)
    await rig.ask(add(id))
    await rig.ask(setDefault(id))
    expect(await rig.ask(remove(id))).toMatchObject({ state: 'discarded' })
    expect(await waiting(rig)).toEqual([])
    expect(await rig.rows()).toHaveLength(2)
  })

  test('a cancel drops the extension before it', async () => {
    const rig = await createRig()
    await rig.ask(extend(ONE))
    await rig.ask(cancel(500))
    await rig.ask(cancel(400))
    expect(await waiting(rig)).toEqual([cancel(400)])
  })

  test('a deletion drops what was to be changed before', async () => {
    const rig = await createRig()
    await rig.ask(edit('ONE-1'))
    await rig.ask(setDefault())
    await rig.ask(remove())
    await rig.ask(remove())
    expect(await waiting(rig)).toEqual([remove()])
  })

  test('the last choice of a default stands, whichever vehicle it names', async () => {
    const rig = await createRig()
    await rig.ask(setDefault())
    await rig.ask(setDefault())
    await rig.ask(setDefault(newVehicleId(1)))
    expect(await waiting(rig)).toEqual([setDefault(newVehicleId(1))])
  })
})

describe('a command that was sent and not answered', () => {
  test('is never merged: an extension that builds on a guess has to wait, one that builds on it queues behind', async () => {
    const rig = await createRig()
    const first = await rig.ask(extend(ONE))
    await markSent(rig, first.id)
    expect(errorOf(await enqueue(rig.phone, USER_A, extend(TWO)))).toBe('unknown_outcome_ahead')
    expect((await rig.ask(extend(TWO, ONE))).id).not.toBe(first.id)
    expect(await waiting(rig)).toEqual([extend(ONE), extend(TWO, ONE)])
  })

  test('an edit behind a sent one has to wait', async () => {
    const rig = await createRig()
    await markSent(rig, (await rig.ask(edit('ONE-1'))).id)
    expect(errorOf(await enqueue(rig.phone, USER_A, edit('TWO-2')))).toBe('unknown_outcome_ahead')
  })

  test('fault 12: the same wish again is the same row', async () => {
    const rig = await createRig()
    const rows = [await rig.ask(cancel()), await rig.ask(cancel())]
    await markSent(rig, rows[0]?.id ?? '')
    rows.push(await rig.ask(cancel()))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
  })

  test.each([
    ['extension', extend(ONE)],
    ['edit', edit('ONE-1')],
    ['addition', add(newVehicleId(1))],
    ['choice of a default', setDefault()],
  ] as const)('fault 12: the same %s again, after it was sent, is the same row', async (_what, command) => {
    const rig = await createRig()
    const first = await rig.ask(command)
    await markSent(rig, first.id)
    expect((await rig.ask(command)).id).toBe(first.id)
    expect(await waiting(rig)).toEqual([command])
  })

  test('is not dropped by a cancel or a deletion', async () => {
    const rig = await createRig()
    await markSent(rig, (await rig.ask(extend(ONE))).id)
    await rig.ask(cancel())
    await markSent(rig, (await rig.ask(edit('ONE-1'))).id)
    await rig.ask(remove())
    expect((await waiting(rig)).map(({ kind }) => kind)).toEqual([
      'booking.extend',
      'booking.cancel',
      'vehicle.edit',
      'vehicle.delete',
    ])
  })
})
