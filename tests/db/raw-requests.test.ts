import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readRawRequests } from '../../src/db/read/raw-requests.ts'
import { requestsText } from '../../src/outbox/requests-text.ts'
import { sessionOf } from './support/session.ts'

const rowOf = (id: string, changes: object = {}) => ({
  id,
  seq: 1,
  state: 'queued',
  command: { kind: 'vehicle.delete', vehicleId: 'v1' },
  createdAt: 0,
  firstSentAt: null,
  attempts: 0,
  answers: [],
  lastError: null,
  ...changes,
})

async function keep(indexedDB: IDBFactory, userId: string, rows: readonly object[]): Promise<void> {
  const dbs = openDatabases({ prefix: 'raw', indexedDB, IDBKeyRange })
  await dbs.user(userId).outbox.bulkPut(rows as never)
  dbs.close()
}

test('fault 47: only the rows of the signed-in driver are read, where the session can be read', async () => {
  const indexedDB = new IDBFactory()
  await keep(indexedDB, 'ada', [rowOf('a')])
  await keep(indexedDB, 'obi', [rowOf('b')])
  const readIds = async () => (await readRawRequests(indexedDB, 'raw')).outbox.map((row) => (row as { id: string }).id)
  expect((await readIds()).toSorted()).toEqual(['a', 'b'])
  const dbs = openDatabases({ prefix: 'raw', indexedDB, IDBKeyRange })
  await applySession(dbs, sessionOf('ada'), 1)
  dbs.close()
  expect(await readIds()).toEqual(['a'])
})

test('fault 47: where the whole table is refused, every row that still answers is read', async () => {
  const indexedDB = new IDBFactory()
  await keep(indexedDB, 'ada', [rowOf('a'), rowOf('b'), rowOf('c')])
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('damaged', 'UnknownError')
  })
  const get = Reflect.get(IDBObjectStore.prototype, 'get')
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (key === 'b') throw new DOMException('damaged', 'UnknownError')
    return get.call(this, key)
  })
  const { outbox, unread } = await readRawRequests(indexedDB, 'raw')
  expect(outbox).toMatchObject([{ id: 'a' }, { id: 'c' }])
  expect(unread).toBe(1)
})

test('nothing there is not taken for something lost, and no database is made by looking', async () => {
  const indexedDB = new IDBFactory()
  expect(await readRawRequests(indexedDB, 'raw')).toEqual({ outbox: [], intents: [], unread: 0 })
  expect(await indexedDB.databases()).toEqual([])
})

test('the file holds what is not done: times, kind, arguments, state; what cannot be read comes as it is', () => {
  const stored = {
    outbox: [
      rowOf('a', { firstSentAt: 60_000, answers: [{ at: 60_000, network: 'slow', outcome: 'timeout' }] }),
      rowOf('b', { state: 'done' }),
      { id: 'c', nonsense: true },
    ],
    intents: [{ id: 'd', state: 'unknown', createdAt: 0, write: { kind: 'booking.create', parkName: 'P1' } }],
    unread: 0,
  }
  const { count, text } = requestsText(stored, 120_000)
  expect(count).toBe(3)
  expect(JSON.parse(text)).toMatchObject({
    saved_at: '1970-01-01T00:02:00.000Z',
    requests: [
      {
        key: 'a',
        kind: 'vehicle.delete',
        args: { vehicleId: 'v1' },
        state: 'queued',
        asked_at: '1970-01-01T00:00:00.000Z',
        first_sent_at: '1970-01-01T00:01:00.000Z',
        answers: [{ at: '1970-01-01T00:01:00.000Z', network: 'slow', outcome: 'timeout' }],
      },
      { damaged: { id: 'c', nonsense: true } },
    ],
    unanswered: [{ key: 'd', kind: 'booking.create', args: { parkName: 'P1' } }],
  })
})
