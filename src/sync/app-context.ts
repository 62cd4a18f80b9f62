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

/** One phone: its databases, its connection to the provider, its clocks. Tests run several in one process. */
export interface AppContext {
  readonly dbs: Databases
  readonly client: Client
  /** Bypasses the client: for files and for servers other than the provider. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Absolute address of `/api/v1`, for files, which bypass the client. */
  readonly baseUrl: string
  readonly clock: Clock
  readonly locks: Locks
  readonly log: Log
  readonly connection: Observable<Connection>
  readonly wait: (ms: number) => Promise<void>
  readonly timers: Timers
  readonly random: () => number
  /** Notified when a row enters the outbox. */
  readonly outboxSignal: OutboxSignal
  /**
   * Returns the provider's last known time, advanced by a clock that does not jump; the phone's own before the first
   * answer. Epoch milliseconds.
   */
  readonly serverNow: () => number
  /**
   * Like `serverNow`, but null before the first answer: the phone's own time may be days off, so it must not end
   * anything for good.
   */
  readonly heardNow: () => number | null
  /** Returns how far this clock is ahead of the provider's, milliseconds; null when unknown. */
  readonly clockAheadMs: () => number | null
  /** Runs work that no caller awaits; a bug in it is logged, not lost. */
  inBackground(work: Promise<unknown>): void
  /** Resolves when all background work has finished. */
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
  /** Returns a number from 0 to below 1. */
  readonly random?: () => number
  /** Returns milliseconds from an arbitrary start; never jumps, and may stop while the phone sleeps. */
  readonly monotonic?: () => number
  readonly outboxSignal?: OutboxSignal
}

/** Every answer from the provider proves a connection and saves a probe. */
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
