import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDatabases } from '../../../src/db/databases.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import type { Connection } from '../../../src/signals/connection.ts'
import { localLocks, type Locks } from '../../../src/lib/locks.ts'
import type { Log } from '../../../src/lib/log.ts'
import { observable } from '../../../src/lib/observable.ts'
import type { Timers } from '../../../src/lib/timers.ts'
import { drainSoon } from '../../../src/sync/drain.ts'
import { createAppContext, type AppContext, type AppContextParts } from '../../../src/sync/app-context.ts'

/** Errors that the phone logs are bugs: they fail the test that caused them. */
const strictLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
}

export type Fetch = (request: Request) => Promise<Response>

/** The connection between a phone and its provider, where tests inject faults. */
export interface Line {
  /** Handles each request; by default passes it on. */
  through: (request: Request, next: Fetch) => Promise<Response>
  /** Paths with their methods, in the order in which they were sent. */
  readonly sent: { readonly method: string; readonly path: string; readonly key: string | null }[]
}

export interface TestPhone extends AppContext {
  readonly line: Line
  readonly storage: Storage
  /** Opens the same storage in a new tab, as after a reload or a crash; by default with the same clock. */
  restart(clock?: Clock): TestPhone
  /** Opens another tab of the same phone beside this one, with the same storage and shared Web Locks. */
  tab(): TestPhone
}

const LOST = (): never => {
  throw new TypeError('Failed to fetch')
}

/** Lets no request through. */
export const offline: Line['through'] = () => Promise.resolve().then(LOST)

/** The provider handles requests that match `isHit`, but the first `times` answers are lost. */
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

/** Holds requests back, so that the phone takes them for lost while they are in transit. */
export function holdingBack(isHit: (request: Request) => boolean): Pick<Line, 'through'> & {
  /** Lets them arrive late; returns the provider's answer to each. */
  letArrive(): Promise<readonly Response[]>
} {
  const late: (() => Promise<Response>)[] = []
  return {
    async through(request, next) {
      if (!isHit(request)) return next(request)
      const copy = request.clone()
      late.push(() => next(copy))
      return LOST()
    },
    letArrive: () => Promise.all(late.splice(0).map((arrive) => arrive())),
  }
}

interface Storage {
  readonly indexedDB: IDBFactory
  readonly name: string
}

interface Provider {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Timers of the phone; by default the machine's. */
  readonly timers?: Timers
}

function startPhone(provider: Provider, storage: Storage, locks: Locks = localLocks()): TestPhone {
  const line: Line = { through: (request, next) => next(request), sent: [] }
  const parts: AppContextParts = {
    // Dexie distinguishes its change events by database name, across the process.
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
    locks,
    log: strictLog,
    connection: observable<Connection>({ state: 'checking', lastSuccessAt: null }),
    language: () => 'en',
    wait: () => Promise.resolve(),
    ...(provider.timers === undefined ? {} : { timers: provider.timers }),
  }
  const restart = (clock = provider.clock): TestPhone => startPhone({ ...provider, clock }, storage)
  const tab = () => startPhone(provider, storage, locks)
  const phone: TestPhone = { ...createAppContext(parts), line, storage, restart, tab }
  // Drains on a signal, like the engine of an open page.
  phone.outboxSignal.subscribe(() => drainSoon(phone))
  return phone
}

let phones = 0

export function newStorage(): Storage {
  phones += 1
  return { indexedDB: new IDBFactory(), name: `test-${phones}` }
}

/** A phone with a `provider`, by default with its own empty storage. */
export const createTestPhone = (provider: Provider, storage: Storage = newStorage()): TestPhone =>
  startPhone(provider, storage)
