import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { ownerOf } from '../../src/db/outbox-row.ts'
import { isDraft, type OutboxRow, readOutbox, readPending } from '../../src/outbox/read.ts'
import { newStorage } from '../sync/support/test-phone.ts'
import { leaveOldRows, oldOutboxRow, type OldRows } from './support/old-user-db.ts'
import { sessionOf } from './support/session.ts'

const USER = '01890a5d-ac96-774b-bcce-b302099a00aa'
const OWNER = ownerOf(USER)
const AT = Date.parse('2026-11-21T10:00:00Z')

const body = {
  park_id: 7,
  plate: 'ABC-123',
  vehicle_type_id: 1,
  start_time: '2026-11-21T12:00:00.000Z',
  end_time: '2026-11-21T13:00:00.000Z',
  payment_method: 'wallet',
  quoted_total: 450,
  tariff_version: 'v1',
} as const
const stay = { parkName: 'Marché Thiès', zone: 'America/Toronto', fromMs: 1, untilMs: 2 }
const create = { kind: 'booking.create', body, parkName: 'Marché Thiès' }
const cancel = { kind: 'booking.cancel', bookingId: 'b-1', minRefundMinor: 600 }

/** Opens a database of the previous release with the present one. */
async function upgraded(rows: OldRows): Promise<Databases> {
  const storage = newStorage()
  await leaveOldRows(storage, USER, rows)
  const dbs = openDatabases({ prefix: storage.name, indexedDB: storage.indexedDB, IDBKeyRange })
  await applySession(dbs, sessionOf(USER), AT)
  return dbs
}

async function onlyRow(rows: OldRows): Promise<OutboxRow> {
  const dbs = await upgraded(rows)
  const [entry, ...more] = await readOutbox(dbs)
  expect(more).toEqual([])
  if (entry?.readable !== true) throw new Error(`Expected a readable row, got ${JSON.stringify(entry)}`)
  return entry.row
}

const intent = (write: object, state: 'sending' | 'unknown', more: object = {}): OldRows => ({
  intents: [{ id: 'key', write, state, createdAt: AT, ...more }],
})
const wish = (wanted: object, state: 'kept' | 'sending' | 'unknown'): OldRows => ({
  paymentWishes: [{ id: 'key', wish: wanted, state, createdAt: AT }],
})

const SENT = { id: 'key', owner: OWNER, lane: 'now', attempts: 1, firstSentAt: AT, createdAt: AT, settledAt: null }

describe('an upgraded write without an answer', () => {
  test.each([
    ['booking.create', { ...create }, 'stay:7'],
    [
      'booking.renew',
      { kind: 'booking.renew', bookingId: 'b-1', quotedTotal: 450, tariffVersion: 'v1' },
      'booking:b-1',
    ],
    ['booking.change_plate', { kind: 'booking.change_plate', bookingId: 'b-1', body: { plate: 'N' } }, 'booking:b-1'],
    ['booking.cancel', cancel, 'booking:b-1'],
  ])('%s keeps its key and what was asked for, and says how it stood', async (kind, write, entity) => {
    for (const [state, becomes] of [
      ['sending', 'sending'],
      ['unknown', 'unconfirmed'],
    ] as const)
      expect(await onlyRow(intent(write, state))).toMatchObject({
        ...SENT,
        kind,
        entity,
        command: write,
        state: becomes,
      })
  })

  test('a booking still knows which bookings it did not make', async () => {
    const { command } = await onlyRow(intent(create, 'unknown', { seen: ['b-0'] }))
    expect(command).toMatchObject({ kind: 'booking.create', seen: ['b-0'] })
  })
})

describe('an upgraded wish about money', () => {
  const MONEY = { amountMinor: 2_500, currency: 'CAD' }
  test.each([
    ['top_up', { kind: 'top_up', ...MONEY, keepMethod: true }, { kind: 'wallet.top_up', ...MONEY, keepMethod: true }],
    ['booking', { kind: 'booking', body, stay }, { kind: 'booking.checkout', body, stay }],
    ['withdrawal', { kind: 'withdrawal', ...MONEY }, { kind: 'wallet.withdraw', ...MONEY }],
    [
      'take_back',
      { kind: 'take_back', withdrawalId: 'w-1', ...MONEY },
      { kind: 'wallet.take_back', withdrawalId: 'w-1', ...MONEY },
    ],
  ])('%s that was sent keeps its key and what was asked for, and says how it stood', async (_kind, wanted, command) => {
    expect(await onlyRow(wish(wanted, 'unknown'))).toMatchObject({ ...SENT, state: 'unconfirmed', command })
    expect(await onlyRow(wish(wanted, 'sending'))).toMatchObject({ ...SENT, state: 'sending', command })
  })

  test('a top-up that was only typed is still only typed', async () => {
    const row = await onlyRow(wish({ kind: 'top_up', ...MONEY }, 'kept'))
    expect(row).toMatchObject({ id: 'key', state: 'queued', attempts: 0, firstSentAt: null })
    expect(isDraft(row)).toBe(true)
  })
})

describe('an upgraded outbox', () => {
  const STATES = ['queued', 'sending', 'done', 'rejected', 'expired', 'discarded', 'quarantined'] as const
  test.each(STATES)('has its row that was %s as it was, in the lane of what waits for a signal', async (state) => {
    const old = oldOutboxRow({ id: 'key', owner: OWNER, entity: 'booking:b-1', command: cancel }, { state })
    expect(await onlyRow({ outbox: [old] })).toMatchObject({ ...old, lane: 'queued' })
  })

  test('stands before what comes from the other tables, and what is asked for next behind them', async () => {
    const dbs = await upgraded({
      ...intent(create, 'unknown'),
      paymentWishes: [
        { id: 'money', wish: { kind: 'withdrawal', amountMinor: 1, currency: 'CAD' }, state: 'sending', createdAt: AT },
      ],
      outbox: [oldOutboxRow({ id: 'cancel', owner: OWNER, entity: 'booking:b-1', command: cancel }, { seq: 41 })],
      seq: 41,
    })
    expect((await readPending(dbs)).map(({ id, seq }) => [id, seq])).toEqual([
      ['cancel', 41],
      ['key', 42],
      ['money', 43],
    ])
    expect(await dbs.user(USER).counters.get('seq')).toMatchObject({ value: 43 })
  })

  test('is gathered once: the two old tables are left empty, and opening again adds nothing', async () => {
    const storage = newStorage()
    const open = () => openDatabases({ prefix: storage.name, indexedDB: storage.indexedDB, IDBKeyRange })
    await leaveOldRows(storage, USER, intent(create, 'unknown'))
    for (const _start of [1, 2]) {
      const dbs = open()
      await applySession(dbs, sessionOf(USER), AT)
      expect((await readPending(dbs)).map(({ id }) => id)).toEqual(['key'])
      for (const name of ['intents', 'paymentWishes']) expect(await dbs.user(USER).table(name).count()).toBe(0)
      dbs.close()
    }
  })
})

test.each([
  ['of a kind that nobody knows', { id: 'odd', write: { kind: 'booking.share' }, state: 'unknown', createdAt: AT }],
  ['with no content', { id: 'odd', state: 'unknown', createdAt: AT }],
  ['in a state that nobody knows', { id: 'odd', write: create, state: 'paused', createdAt: AT }],
  ['with no time', { id: 'odd', write: create, state: 'unknown' }],
])('a row %s does not keep the database shut: it is shown, never sent, and hides no other', async (_how, odd) => {
  const dbs = await upgraded({
    intents: [odd],
    paymentWishes: [
      { id: 'stray', wish: { kind: 'gift' }, state: 'unknown', createdAt: AT },
      { id: 'money', wish: { kind: 'withdrawal', amountMinor: 1, currency: 'CAD' }, state: 'unknown', createdAt: AT },
    ],
  })
  const entries = await readOutbox(dbs)
  expect(entries.flatMap((entry) => (entry.readable ? [] : [entry.id])).toSorted()).toEqual(['odd', 'stray'])
  expect((await readPending(dbs)).map(({ id }) => id)).toEqual(['money'])
})
