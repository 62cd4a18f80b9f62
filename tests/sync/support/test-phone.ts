import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDatabases } from '../../../src/db/databases.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import type { Connection } from '../../../src/lib/connection.ts'
import { localLocks } from '../../../src/lib/locks.ts'
import type { Log } from '../../../src/lib/log.ts'
import { observable } from '../../../src/lib/observable.ts'
import { drainSoon } from '../../../src/sync/drain-soon.ts'
import { createPhone, type Phone, type PhoneParts } from '../../../src/sync/phone.ts'

/** Errors that the phone logs are bugs: they fail the test that caused them. */
const strictLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
}

export type Fetch = (request: Request) => Promise<Response>

/** What lies between a phone and its provider: tests put faults on it. */
export interface Line {
  /** Each request passes through this; by default straight on. */
  through: (request: Request, next: Fetch) => Promise<Response>
  /** Paths with their methods, in the order in which they left the phone. */
  readonly sent: { readonly method: string; readonly path: string; readonly key: string | null }[]
}

export interface TestPhone extends Phone {
  readonly line: Line
  readonly storage: Storage
  /** The same storage in a new tab, what a reload or a crash leaves; by default with the same clock. */
  restart(clock?: Clock): TestPhone
}

const LOST = (): never => {
  throw new TypeError('Failed to fetch')
}

/** Nothing gets through. */
export const offline: Line['through'] = () => Promise.resolve().then(LOST)

/** The provider does what `isHit` requests ask, but its answers are lost, the first `times` times. */
export function answerLost(isHit: (request: Request) => boolean, times = 1): Line['through'] {
  let left = times
  return async (request, next) => {
    const hit = left > 0 && isHit(request)
    const response = await next(request)
    if (!hit) return response
    left -= 1
    return LOST()
  }
}

interface Storage {
  readonly indexedDB: IDBFactory
  readonly name: string
}

function startPhone(provider: { readonly fetch: Fetch; readonly clock: Clock }, storage: Storage): TestPhone {
  const line: Line = { through: (request, next) => next(request), sent: [] }
  const parts: PhoneParts = {
    // Dexie tells its change events apart by database name, one process wide.
    dbs: openDatabases({ prefix: storage.name, indexedDB: storage.indexedDB, IDBKeyRange }),
    fetch: (request) => {
      const url = new URL(request.url)
      line.sent.push({
        method: request.method,
        path: url.pathname.replace('/api/v1', ''),
        key: request.headers.get('idempotency-key'),
      })
      return line.through(request, provider.fetch)
    },
    baseUrl: 'http://localhost/api/v1',
    clock: provider.clock,
    locks: localLocks(),
    log: strictLog,
    connection: observable<Connection>({ state: 'checking', lastSuccessAt: null }),
    language: () => 'en',
    wait: () => Promise.resolve(),
  }
  const restart = (clock = provider.clock): TestPhone => startPhone({ ...provider, clock }, storage)
  const phone: TestPhone = { ...createPhone(parts), line, storage, restart }
  // As the engine of an open page does.
  phone.bell.onRing(() => drainSoon(phone))
  return phone
}

let phones = 0

/** A phone with storage of its own in front of `provider`. */
export function createTestPhone(provider: { readonly fetch: Fetch; readonly clock: Clock }): TestPhone {
  phones += 1
  return startPhone(provider, { indexedDB: new IDBFactory(), name: `test-${phones}` })
}
