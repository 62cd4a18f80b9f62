import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { freshRow, ownerOf } from '../../src/db/outbox-row.ts'
import { onUser } from '../../src/db/with-db.ts'
import type { Timers } from '../../src/lib/timers.ts'
import { cancel, USER_A } from '../sync/support/outbox-phone.ts'
import { sessionOf } from './support/session.ts'

/** Timers that fire when the test says so. */
function handTimers(): Timers & { readonly end: () => Promise<void> } {
  const waits = new Set<() => void>()
  return {
    after(_ms, work) {
      waits.add(work)
      return () => void waits.delete(work)
    },
    async end() {
      await expect.poll(() => waits.size).toBeGreaterThan(0)
      for (const work of [...waits]) {
        waits.delete(work)
        work()
      }
    },
  }
}

/** Locks the outbox from another page, like a frozen one. Returns a function that releases it. */
async function holdOutbox(dbs: Databases): Promise<() => Promise<void>> {
  const hold = { isOver: false }
  const held = Promise.withResolvers<undefined>()
  const holding = onUser(dbs, USER_A, (db) =>
    db.transaction('rw', db.outbox, async () => {
      held.resolve(undefined)
      while (!hold.isOver) await db.outbox.count()
    }),
  )
  await held.promise
  return async () => {
    hold.isOver = true
    await holding
  }
}

const row = (id: string) => freshRow({ id, seq: 1, owner: ownerOf(USER_A), command: cancel(), now: 1 })

const idsIn = (dbs: Databases) => onUser(dbs, USER_A, (db) => db.outbox.toCollection().primaryKeys())

const write = (dbs: Databases, id: string) =>
  onUser(dbs, USER_A, (db) => db.transaction('rw', db.outbox, () => db.outbox.add(row(id))))

test('a write that was said to have failed is not made after all, once the storage answers again', async () => {
  const indexedDB = new IDBFactory()
  const timers = handTimers()
  const other = openDatabases({ prefix: 'failed-write', page: new EventTarget(), indexedDB, IDBKeyRange })
  await applySession(other, sessionOf(USER_A), 1)
  const own = openDatabases({ prefix: 'failed-write', page: new EventTarget(), timers, indexedDB, IDBKeyRange })
  const letGo = await holdOutbox(other)

  const asked = write(own, 'given up').then(
    () => 'saved',
    (error: unknown) => error,
  )
  // Ten seconds, and ten more on a separate connection.
  await timers.end()
  await timers.end()
  expect(await asked).toMatchObject({ name: 'StorageError', reason: 'broken' })
  await letGo()
  expect(await idsIn(other)).toEqual([])

  await write(own, 'once more')
  expect(await idsIn(other)).toEqual(['once more'])
})

test('nor is one that had begun, and hung in the middle', async () => {
  const indexedDB = new IDBFactory()
  const timers = handTimers()
  const other = openDatabases({ prefix: 'half-written', page: new EventTarget(), indexedDB, IDBKeyRange })
  await applySession(other, sessionOf(USER_A), 1)
  const own = openDatabases({ prefix: 'half-written', page: new EventTarget(), timers, indexedDB, IDBKeyRange })
  const hang = { isOver: false }
  const asked = onUser(own, USER_A, (db) =>
    db.transaction('rw', db.outbox, async () => {
      await db.outbox.put(row('half'))
      while (!hang.isOver) await db.outbox.count()
    }),
  ).then(
    () => 'saved',
    (error: unknown) => error,
  )
  await timers.end()
  await timers.end()
  expect(await asked).toMatchObject({ name: 'StorageError', reason: 'broken' })
  hang.isOver = true
  expect(await idsIn(other)).toEqual([])
})
