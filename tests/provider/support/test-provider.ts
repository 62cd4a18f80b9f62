import type { Hono } from 'hono'
import { buildApp } from '../../../provider/app.ts'
import { type ProviderConfig, readConfig } from '../../../provider/config.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import type { Mail } from '../../../provider/repositories/mail.ts'
import type { AppEnv } from '../../../provider/http/app-env.ts'
import { keepAccessKeys } from '../../../provider/services/access-keys.ts'
import { backgroundSettled } from '../../../provider/services/background.ts'
import { createSqlStore } from '../../../provider/repositories/store.ts'
import { createPassSigner } from '../../../provider/services/pass-signer.ts'
import { createAccessTokens, makeSecret } from '../../../provider/rules/tokens.ts'
import type { Clock } from '../../../src/lib/clock.ts'
import type { Log } from '../../../src/lib/log.ts'
import { systemRandom } from '../../../src/lib/random.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A Monday, 12:00 in London and Dakar, 13:00 in Lagos, 07:00 in Toronto. */
export const TEST_NOW = Date.parse('2026-11-23T12:00:00Z')

export interface TestClock extends Clock {
  set(epochMs: number): void
  advance(ms: number): void
}

export function createTestClock(startMs = TEST_NOW): TestClock {
  let now = startMs
  return {
    now: () => now,
    set(epochMs) {
      now = epochMs
    },
    advance(ms) {
      now += ms
    },
  }
}

/** Prints errors to the console, which fails the test that caused them: an error that the provider logs is a bug. */
const strictLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
}

export interface TestProvider {
  readonly app: Hono<AppEnv>
  readonly deps: ProviderDeps
  readonly clock: TestClock
  /** Mails sent so far, oldest first. */
  readonly mails: readonly Mail[]
  readonly database: TestDatabase
  /** Calls the app in process; `body` is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  close(): Promise<void>
}

export interface RequestOptions {
  readonly body?: unknown
  readonly token?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The peer address that the socket shows; without it the caller's address is unknown. */
  readonly peer?: string
}

export interface TestProviderOptions {
  readonly config?: Partial<ProviderConfig>
  readonly poolSize?: number
}

const testConfig = (changes: Partial<ProviderConfig> | undefined): ProviderConfig => ({
  ...readConfig({ SANDBOX: '1', DIST_DIR: '/nonexistent', PUBLIC_URL: 'http://localhost:4173' }),
  requestsPerMinute: { perAddress: 0, perUser: 0 },
  checkAnswers: true,
  welcomeCredit: changes?.sandbox ?? true,
  ...changes,
})

function toRequest(method: string, path: string, options: RequestOptions): Request {
  const headers = new Headers(options.headers)
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`)
  if (options.key !== undefined) headers.set('idempotency-key', options.key)
  if (options.body === undefined) return new Request(`http://localhost${path}`, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(`http://localhost${path}`, { method, headers, body: JSON.stringify(options.body) })
}

/** Returns what the server passes along about a request's socket. */
export const toSocket = (peer: string | undefined) =>
  peer === undefined
    ? undefined
    : { incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } } }

/**
 * Tracks every call of the app until it is answered; returns a function that waits for all of them, and for the calls
 * they cause.
 */
function waitForAnswers(app: Hono<AppEnv>): () => Promise<void> {
  const pending = new Set<Promise<unknown>>()
  const { fetch } = app
  app.fetch = (...call) => {
    const answer = Promise.resolve(fetch(...call))
    pending.add(answer)
    const forget = () => pending.delete(answer)
    answer.then(forget, forget)
    return answer
  }
  return async () => {
    while (pending.size > 0) await Promise.allSettled(pending)
    await backgroundSettled()
  }
}

/** Starts the real app on its own real database, with a clock that the test controls. */
export async function startTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const database = await createTestDatabase(options.poolSize === undefined ? {} : { poolSize: options.poolSize })
  const clock = createTestClock()
  const mails: Mail[] = []
  const deps: ProviderDeps = {
    db: database.db,
    store: createSqlStore(database.db),
    clock,
    random: systemRandom,
    makeSecret,
    tokens: createAccessTokens({ clock, keys: keepAccessKeys(database.db, clock) }),
    config: testConfig(options.config),
    mailer: {
      send(mail) {
        mails.push(mail)
        return Promise.resolve()
      },
    },
    signer: await createPassSigner(database.db),
    log: strictLog,
  }
  const app = buildApp(deps)
  const answering = waitForAnswers(app)
  return {
    app,
    deps,
    clock,
    mails,
    database,
    request: async (method, path, requestOptions = {}) =>
      app.fetch(toRequest(method, path, requestOptions), toSocket(requestOptions.peer)),
    async close() {
      await answering()
      await database.drop()
    },
  }
}
