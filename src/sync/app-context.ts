import { type Client, createClient } from '../api/client.ts'
import { env } from '../config/env.ts'
import { databases, type Databases } from '../db/databases.ts'
import { type OutboxSignal, createOutboxSignal, outboxSignal } from '../signals/outbox-signal.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { lendClockAhead } from '../lib/clock-ahead.ts'
import { connection as sharedConnection, type Connection } from '../signals/connection.ts'
import { preferredLanguage } from '../lib/language.ts'
import { type Locks, webLocks } from '../lib/locks.ts'
import { consoleLog, type Log } from '../lib/log.ts'
import type { Observable } from '../lib/observable.ts'
import { systemRandom } from '../lib/random.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { takeAhead } from './ask-ahead.ts'
import { createServerClock } from './server-clock.ts'
import { sessionPort } from './session-port.ts'

/** One phone: its databases, its way to the provider, its time. Tests run several in one process. */
export interface AppContext {
  readonly dbs: Databases
  readonly client: Client
  /** Past the client: files, and others than the provider. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Absolute address of `/api/v1`, for what does not come through the client: files. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly locks: Locks
  readonly log: Log
  readonly connection: Observable<Connection>
  readonly wait: (ms: number) => Promise<void>
  readonly timers: Timers
  readonly random: () => number
  /** Rung when something was put into the outbox. */
  readonly outboxSignal: OutboxSignal
  /** The provider's time as last heard, carried on by a clock that does not jump; the phone's own until it was heard. Epoch milliseconds. */
  readonly serverNow: () => number
  /** The same, null before it was heard: the phone's own may be days off, and ends nothing for good. */
  readonly heardNow: () => number | null
  /** How far this clock is ahead of the provider's, milliseconds; null before it was heard. */
  readonly clockAheadMs: () => number | null
  /** Work that nobody waits for; a bug in it is logged, not lost. */
  inBackground(work: Promise<unknown>): void
  /** Resolves when no background work is left. */
  settled(): Promise<void>
}

export interface AppContextParts {
  readonly dbs: Databases
  readonly fetch: (request: Request) => Promise<Response>
  readonly baseUrl: string
  readonly clock: Clock
  readonly locks: Locks
  readonly log: Log
  readonly connection: Observable<Connection>
  readonly language: () => string
  readonly wait: (ms: number) => Promise<void>
  readonly timers?: Timers
  /** 0 to below 1. */
  readonly random?: () => number
  /** Milliseconds from any start; never jumps, and may stand still while the phone sleeps. */
  readonly monotonic?: () => number
  readonly outboxSignal?: OutboxSignal
}

/** Every answer of the provider is a sign of life, and saves a probe. */
function noticing(client: Client, { connection, clock }: Pick<AppContextParts, 'connection' | 'clock'>): Client {
  return {
    async send(call) {
      const answer = await client.send(call)
      if (answer.ok || answer.error.kind === 'problem') {
        const state = connection.get().state === 'slow' ? 'slow' : 'online'
        connection.set({ state, lastSuccessAt: clock.now() })
      }
      return answer
    },
  }
}

export function createAppContext(parts: AppContextParts): AppContext {
  const { dbs, clock, locks, log, connection, wait } = parts
  const { timers = systemTimers, random = systemRandom, outboxSignal = createOutboxSignal() } = parts
  const provider = createServerClock(clock, parts.monotonic ?? (() => clock.now()))
  const client = createClient({
    baseUrl: parts.baseUrl,
    fetch: parts.fetch,
    session: sessionPort(dbs, clock),
    locks,
    language: parts.language,
    clock,
    timers,
    newId: () => uuid7(clock.now(), random),
    listenForDate: () => provider.listen(),
  })
  const background = new Set<Promise<unknown>>()
  return {
    dbs,
    client: noticing(client, parts),
    fetch: parts.fetch,
    baseUrl: parts.baseUrl,
    clock,
    locks,
    log,
    connection,
    wait,
    timers,
    random,
    outboxSignal,
    serverNow: () => provider.now(),
    heardNow: () => provider.heardNow(),
    clockAheadMs: () => provider.aheadMs(),
    inBackground(work) {
      const watched = work
        .catch((error: unknown) => log.error('background work failed', { error: String(error) }))
        .finally(() => background.delete(watched))
      background.add(watched)
    },
    async settled() {
      while (background.size > 0) await Promise.all(background)
    },
  }
}

const originOf = (): string => (globalThis as { location?: { origin: string } }).location?.origin ?? 'http://localhost'

/** The phone that this page or worker runs on. */
export const appContext: AppContext = createAppContext({
  dbs: databases,
  fetch: (request) => takeAhead(request)?.catch(() => fetch(request)) ?? fetch(request),
  baseUrl: new URL(env.VITE_API_BASE, originOf()).href,
  clock: systemClock,
  locks: webLocks(),
  log: consoleLog,
  connection: sharedConnection,
  language: () => preferredLanguage((globalThis as { navigator?: { language?: string } }).navigator?.language),
  wait: (ms) =>
    new Promise((resolve) => {
      systemTimers.after(ms, resolve)
    }),
  monotonic: () => performance.now(),
  outboxSignal: outboxSignal,
})

lendClockAhead(appContext.clockAheadMs)
