import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { onUser } from '../../src/db/with-db.ts'
import { enqueue } from '../../src/outbox/enqueue.ts'
import { readOutbox } from '../../src/outbox/read.ts'
import { cancel, USER_A } from '../sync/support/outbox-phone.ts'
import { sessionOf } from './support/session.ts'

const transition = (type: 'pagehide' | 'pageshow', persisted: boolean): Event =>
  Object.assign(new Event(type), { persisted })

/** Opens two pages of one phone: the one that is left, and the one that is opened next. */
async function openPages() {
  const indexedDB = new IDBFactory()
  const page = new EventTarget()
  const left = openDatabases({ prefix: 'left', page, indexedDB, IDBKeyRange })
  const next = openDatabases({ prefix: 'left', page: new EventTarget(), indexedDB, IDBKeyRange })
  await applySession(left, sessionOf(USER_A), 1)
  const leave = (persisted = true): void => {
    page.dispatchEvent(transition('pagehide', persisted))
    // Does what Dexie's own listener does, which only listens to the real window.
    if (persisted) left.user(USER_A).close({ disableAutoOpen: false })
  }
  return {
    left,
    next,
    leave,
    comeBack: () => page.dispatchEvent(transition('pageshow', true)),
  }
}

const ask = (dbs: Databases) => enqueue({ dbs, clock: { now: () => 1 }, random: () => 0.5 }, USER_A, cancel())

/** Calls `what` inside the transaction that stores the next command, before the row exists, then resolves. */
function duringEnqueue(dbs: Databases, what: () => void): Promise<void> {
  const { outbox } = dbs.user(USER_A)
  const { promise, resolve } = Promise.withResolvers<void>()
  const once = (): void => {
    outbox.hook('creating').unsubscribe(once)
    what()
    resolve()
  }
  outbox.hook('creating', once)
  return promise
}

const settledWithin = async (promise: Promise<unknown>, waitMs: number): Promise<boolean> => {
  const late = Symbol('late')
  const first = await Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(late), waitMs))])
  return first !== late
}

/** Keeps a transaction open until the page is left, like one frozen halfway. */
function holdOpen(dbs: Databases): Promise<'held'> {
  const { promise, resolve } = Promise.withResolvers<'held'>()
  const hold = async () =>
    onUser(dbs, USER_A, (db) =>
      db.transaction('rw', db.outbox, async () => {
        resolve('held')
        while (!dbs.leaving.interrupts(0)) await db.outbox.count()
        await db.outbox.count()
      }),
    )
  void hold()
  return promise
}

test('a command whose page is left in the middle is neither stored nor called saved; it is stored once when the page is back', async () => {
  const { left, next, leave, comeBack } = await openPages()
  const isLeft = duringEnqueue(left, leave)
  const asked = ask(left)
  await isLeft
  expect(await settledWithin(asked, 50)).toBe(false)
  expect(await readOutbox(next)).toEqual([])
  comeBack()
  expect(await asked).toMatchObject({ ok: true, value: { state: 'queued' } })
  expect(await readOutbox(next)).toHaveLength(1)
})

test('a command that is asked for between the leaving and the freezing waits for the page as well', async () => {
  const { left, next, leave, comeBack } = await openPages()
  leave()
  const asked = ask(left)
  expect(await settledWithin(asked, 50)).toBe(false)
  expect(await readOutbox(next)).toEqual([])
  comeBack()
  expect(await asked).toMatchObject({ ok: true })
  expect(await readOutbox(next)).toHaveLength(1)
})

test('a page that is left again and again loses nothing and calls no storage broken', async () => {
  const { left, next, leave, comeBack } = await openPages()
  let isLeft = duringEnqueue(left, leave)
  const asked = ask(left)
  for (let time = 0; time < 4; time += 1) {
    await isLeft
    expect(await settledWithin(asked, 20)).toBe(false)
    isLeft = duringEnqueue(left, leave)
    comeBack()
  }
  await isLeft
  expect(await settledWithin(asked, 20)).toBe(false)
  comeBack()
  expect(await asked).toMatchObject({ ok: true })
  expect(await readOutbox(next)).toHaveLength(1)
})

test('the next page writes at once where the one before was left with an open transaction', async () => {
  const { left, next, leave } = await openPages()
  await applySession(next, sessionOf(USER_A), 2)
  await holdOpen(left)
  const blocked = ask(next)
  expect(await settledWithin(blocked, 50)).toBe(false)
  leave()
  expect(await settledWithin(blocked, 500)).toBe(true)
  expect(await blocked).toMatchObject({ ok: true })
})

test('what was committed before the page was left is saved, and a page that is left for good aborts nothing', async () => {
  const { left, next, leave, comeBack } = await openPages()
  expect(await ask(left)).toMatchObject({ ok: true })
  leave()
  comeBack()
  expect(await readOutbox(next)).toHaveLength(1)
  const before = left.leaving.leaves()
  void duringEnqueue(left, () => leave(false))
  expect(await ask(left)).toMatchObject({ ok: true })
  expect(left.leaving.leaves()).toBe(before)
})
