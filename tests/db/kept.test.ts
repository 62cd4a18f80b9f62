import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readStorageUsage } from '../../src/db/read/storage-usage.ts'
import { onUser } from '../../src/db/with-db.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { sessionOf } from './support/session.ts'

const AT = Date.parse('2026-11-21T10:30:00Z')

test('the requests that are kept are the driver’s own: questions after a payment, which Activity leaves out, do not count', async () => {
  const dbs = openDatabases({ prefix: 'kept', indexedDB: new IDBFactory(), IDBKeyRange })
  await applySession(dbs, sessionOf(), AT)
  const row = (kind: string) => ({ id: uuid7(AT), kind, state: 'waiting', createdAt: AT }) as never
  await onUser(dbs, sessionOf().user.user_id, (db) =>
    db.outbox.bulkPut([row('payment.verify'), row('booking.cancel'), row('payment.verify')]),
  )
  expect((await readStorageUsage(dbs)).own?.requests.count).toBe(1)
})
