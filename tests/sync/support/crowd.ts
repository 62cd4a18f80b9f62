import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { applySession } from '../../../src/db/apply/session.ts'
import { openDatabases } from '../../../src/db/databases.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import type { Connection } from '../../../src/signals/connection.ts'
import { localLocks } from '../../../src/lib/locks.ts'
import { observable } from '../../../src/lib/observable.ts'
import { backoffMs } from '../../../src/outbox/backoff.ts'
import { enqueue } from '../../../src/outbox/enqueue.ts'
import { startDrainer } from '../../../src/sync/drainer.ts'
import { createEngine } from '../../../src/sync/engine.ts'
import { createAppContext } from '../../../src/sync/app-context.ts'
import { restMs } from '../../../src/sync/pull-pace.ts'
import { sessionOf } from '../../db/support/session.ts'
import { type Agenda, createAgenda } from './agenda.ts'
import { add, newVehicleId, USER_A } from './outbox-phone.ts'
import { createSmallProvider, problemOf, START_MS } from './small-provider.ts'

/** The gateway in front of the provider: down for a while, then limited to a number of requests per second. */
export interface Gateway {
  isDown: boolean
  /** Requests by second. */
  readonly load: Map<number, number>
  /** Counts a request. Returns null when it passes, otherwise the Retry-After it was told, if any. */
  refuse(): { readonly retryAfterMs: number | null } | null
}

function createGateway(timeline: Agenda, perSecond: number): Gateway {
  const load = new Map<number, number>()
  const gateway: Gateway = {
    isDown: false,
    load,
    refuse() {
      const second = Math.floor((timeline.now() - START_MS) / 1_000)
      const count = (load.get(second) ?? 0) + 1
      load.set(second, count)
      if (gateway.isDown) return { retryAfterMs: null }
      return count > perSecond ? { retryAfterMs: 5_000 } : null
    },
  }
  return gateway
}

export interface CrowdPhone {
  isDone(): boolean
  /** Whether every list has arrived since the provider came back. */
  hasPulled(): boolean
}

interface Place {
  readonly timeline: Agenda
  readonly gateway: Gateway
  readonly random: () => number
}

const everyMinute = ({ timeline, random }: Place, work: () => Promise<void> | void): void => {
  const tick = async (): Promise<void> => {
    timeline.after(MINUTE_MS, tick)
    await work()
  }
  timeline.after(random() * MINUTE_MS, tick)
}

const LISTS: Readonly<Record<string, unknown>> = {
  '/wallet/transactions': { items: [], total: 0, page: 1, size: 100, pages: 1 },
  '/countries': { data: [] },
  '/pass/keys': { keys: [] },
}

/** A real phone with an open page and a waiting command; the crowd controls its time, randomness and connection. */
export async function openRealPhone(place: Place, index: number): Promise<CrowdPhone> {
  const { timeline, gateway, random } = place
  const own = createSmallProvider()
  let pulled = 0
  const timers = { after: (ms: number, work: () => void) => timeline.after(ms, work) }
  const phone = createAppContext({
    dbs: openDatabases({ prefix: `crowd-${String(index)}`, indexedDB: new IDBFactory(), IDBKeyRange, timers }),
    async fetch(request) {
      const refusal = gateway.refuse()
      if (refusal !== null) {
        const { retryAfterMs } = refusal
        return problemOf(
          503,
          'unavailable',
          retryAfterMs === null ? {} : { 'retry-after': String(retryAfterMs / 1_000) },
        )
      }
      const path = new URL(request.url).pathname.replace('/api/v1', '')
      if (path === '/bookings/list') pulled += 1
      if (path === '/wallet') {
        const as_of = new Date(timeline.now()).toISOString()
        return Response.json({ data: { balance: 0, currency: 'CAD', held: 0, as_of } })
      }
      const list = LISTS[path]
      return list === undefined ? own.fetch(request) : Response.json(list)
    },
    baseUrl: 'http://localhost/api/v1',
    clock: timeline,
    locks: localLocks(),
    log: { info: () => undefined, warn: () => undefined, error: (event, facts) => console.error(event, facts) },
    connection: observable<Connection>({ state: 'checking', lastSuccessAt: null }),
    language: () => 'en',
    wait: (ms) => new Promise((resolve) => void timers.after(ms, () => resolve())),
    timers,
    random,
  })
  await applySession(phone.dbs, sessionOf(USER_A), timeline.now())
  const engine = createEngine(phone, startDrainer(phone).drain)
  timeline.after(random() * MINUTE_MS, async () => {
    await enqueue(phone, USER_A, add(newVehicleId(index)))
    await phone.outboxSignal.notify()
    await phone.settled()
  })
  everyMinute(place, async () => {
    await engine.wake('minute')
    await phone.settled()
  })
  return { isDone: () => own.effects.length === 1, hasPulled: () => pulled > 0 }
}

/**
 * A phone with only its pacing real: `backoffMs` for its command, `restMs` for its pulls, and as many requests as a
 * real phone makes.
 */
export function openPacedPhone(place: Place): CrowdPhone {
  const { timeline, gateway, random } = place
  let [attempts, failures, restsUntil] = [0, 0, 0]
  let [isDone, hasPulled] = [false, false]
  const fail = (retryAfterMs: number | null): void => {
    failures += 1
    restsUntil = timeline.now() + restMs(failures, random, retryAfterMs)
  }
  const ask = (times: number): boolean => {
    for (let count = 0; count < times; count += 1) {
      const refusal = gateway.refuse()
      if (refusal === null) continue
      fail(refusal.retryAfterMs)
      return false
    }
    return true
  }
  const send = (): void => {
    // The probe that precedes each attempt.
    gateway.refuse()
    const refusal = gateway.refuse()
    isDone = refusal === null
    attempts += 1
    if (refusal !== null) timeline.after(backoffMs(attempts, random, refusal.retryAfterMs), send)
  }
  timeline.after(random() * MINUTE_MS, send)
  everyMinute(place, () => {
    const isResting = restsUntil > timeline.now()
    // While a command waits, the page probes every minute.
    if (isResting && !isDone) gateway.refuse()
    if (isResting || hasPulled || !ask(1)) return
    // One list first, then the others with the small daily lists.
    if (!ask(1) || !ask(5)) return
    ;[failures, hasPulled] = [0, true]
  })
  return { isDone: () => isDone, hasPulled: () => hasPulled }
}

export function createCrowd(perSecond: number, random: () => number) {
  const timeline = createAgenda(START_MS)
  return { timeline, gateway: createGateway(timeline, perSecond), random }
}
