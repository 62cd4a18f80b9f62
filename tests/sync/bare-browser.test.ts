import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addVehicle } from '../../src/actions/vehicles.ts'
import { applySession } from '../../src/db/apply/session.ts'
import { openDatabases } from '../../src/db/databases.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { webLocks } from '../../src/lib/locks.ts'
import { storageMode } from '../../src/lib/storage-trouble.ts'
import { readOutbox } from '../../src/outbox/read.ts'
import { drainSoon } from '../../src/sync/drain.ts'
import { startDrainer } from '../../src/sync/drainer.ts'
import { createAppContext, type AppContext } from '../../src/sync/app-context.ts'
import { sessionOf } from '../db/support/session.ts'
import { createRig, extend, passing, statesOf, USER_A } from './support/outbox-phone.ts'
import { errorOf, valueOf } from './support/provider-phone.ts'
import { createSmallProvider } from './support/small-provider.ts'
import { createTestPhone, offline } from './support/test-phone.ts'

const FIELDS = { plate: 'NEW-481', country_code: 'CA', vehicle_type_id: 1 } as const

/** No worker, background sync, Web Locks or persistent storage. */
beforeEach(() => void vi.stubGlobal('navigator', {}))
afterEach(() => storageMode.set('kept'))

class Forbidding extends IDBFactory {
  override open(): never {
    throw new DOMException('The user denied permission', 'SecurityError')
  }
}

let phones = 0
async function barePhone(fetch: (request: Request) => Promise<Response>): Promise<AppContext> {
  const clock = { now: () => 1_000 }
  const { connection, log, wait } = createTestPhone({ fetch, clock })
  phones += 1
  const dbs = openDatabases({ prefix: `bare-${String(phones)}`, indexedDB: new Forbidding(), IDBKeyRange })
  const parts = { dbs, fetch, clock, connection, log, wait, locks: webLocks(), language: () => 'en' }
  const phone = createAppContext({ ...parts, baseUrl: 'http://localhost/api/v1' })
  phone.outboxSignal.subscribe(() => drainSoon(phone))
  await applySession(dbs, sessionOf(USER_A), 1)
  return phone
}

test('fault 41: without worker, sync, locks and database a change is sent and answered while there is a connection', async () => {
  const provider = createSmallProvider()
  const phone = await barePhone((request) => provider.fetch(request))
  const { standing } = valueOf(await addVehicle(FIELDS, phone))
  expect(storageMode.get()).toBe('memory')
  expect(standing).toBe('over')
  expect(provider.effects).toHaveLength(1)
  expect((await readVehicles(phone.dbs)).value).toMatchObject([{ plate: 'NEW-481' }])
})

test('fault 41: where nothing is kept, nothing is queued with no signal, and the reason is given', async () => {
  const phone = await barePhone(() => Promise.reject(new TypeError('Failed to fetch')))
  phone.connection.set({ state: 'offline', lastSuccessAt: null })
  expect(errorOf(await addVehicle(FIELDS, phone))).toEqual({ kind: 'not_kept' })
  expect(await readOutbox(phone.dbs)).toEqual([])
})

test('fault 41: with a database but no worker, sync or locks, what was asked for waits and the next start sends it', async () => {
  const rig = await createRig()
  rig.phone.line.through = offline
  await rig.ask(extend('2026-11-21T13:30:00Z'))
  const { drain, stop } = startDrainer(rig.phone)
  expect(await drain()).toMatchObject({ kind: 'offline' })
  stop()
  expect(await statesOf(rig)).toEqual(['queued'])

  const restarted = rig.phone.restart()
  restarted.line.through = passing
  const next = startDrainer({ ...restarted, locks: webLocks() })
  expect(await next.drain()).toMatchObject({ kind: 'rested', settled: 1, left: 0 })
  next.stop()
  expect(rig.provider.effects).toHaveLength(1)
})
