import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { findSession } from '../../src/db/read/session.ts'
import { sessionOf } from './support/session.ts'

/** A browser that opens a database and then refuses its first transactions, as Safari does after sleep. */
class RefusingFactory extends IDBFactory {
  refusals = 0

  override open(name: string, version?: number): ReturnType<IDBFactory['open']> {
    const request = super.open(name, version)
    request.addEventListener('success', () => {
      const connection = request.result
      const begin = connection.transaction.bind(connection)
      connection.transaction = (...args) => {
        if (this.refusals === 0) return begin(...args)
        this.refusals -= 1
        throw new DOMException('The connection is gone', 'InvalidStateError')
      }
    })
    return request
  }
}

/** Creates a database with a session in it, then closes it. */
async function closedAt(factory: RefusingFactory) {
  const open = () => openDatabases({ prefix: 'half-open', indexedDB: factory, IDBKeyRange })
  const before = open()
  await applySession(before, sessionOf(), 7)
  before.close()
  return open
}

test('fault 47: a database that opened only by half is opened anew', async () => {
  const factory = new RefusingFactory()
  const open = await closedAt(factory)
  factory.refusals = 1
  expect((await findSession(open()))?.savedAt).toBe(7)
})

test('fault 47: one that keeps to it is broken, and no bug of ours', async () => {
  const factory = new RefusingFactory()
  const open = await closedAt(factory)
  factory.refusals = Number.POSITIVE_INFINITY
  await expect(findSession(open())).rejects.toMatchObject({ name: 'StorageError', reason: 'broken' })
})
