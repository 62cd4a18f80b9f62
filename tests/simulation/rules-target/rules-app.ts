import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hono } from 'hono'
import { buildApp } from '../../../provider/app.ts'
import { type ProviderConfig, readConfig } from '../../../provider/config.ts'
import type { Database } from '../../../provider/db/database.ts'
import type { ProviderDeps } from '../../../provider/deps.ts'
import type { AppEnv } from '../../../provider/http/app-env.ts'
import type { Store } from '../../../provider/repositories/store.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Log } from '../../../src/lib/log.ts'
import { createStillTokens, makeStillSecret, stillSigner } from './still-crypto.ts'

/** What differs from seed to seed of all that the app is built from. */
export interface Ground {
  readonly store: Store
  readonly now: () => number
  readonly random: () => number
}

const noSql = (): never => {
  throw new Error('This provider has no database: what this route needs is not in the store')
}

const NO_DATABASE: Database = {
  query: noSql,
  transaction: noSql,
  close: () => Promise.resolve(),
  get pool() {
    return noSql()
  },
}

/** What the provider logs as an error is a bug: it fails the run that caused it. */
const strictLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
}

export interface RulesApp {
  /** Answers on a ground of its own; any number of them at once. */
  fetch(ground: Ground, request: Request): Promise<Response>
  readonly tokens: ProviderDeps['tokens']
  /** Calls `work` as if a request on that ground did. */
  on<T>(ground: Ground, work: () => T): T
}

/** The real app, built once: that takes longer than a whole seed. */
export function buildRulesApp(config: Partial<ProviderConfig> = {}): RulesApp {
  const grounds = new AsyncLocalStorage<Ground>()
  const getGround = (): Ground => must(grounds.getStore(), 'the ground of this request')
  // Some parts look at the clock while they are built, before there is any seed: it stands at the epoch then.
  const clock = { now: () => grounds.getStore()?.now() ?? 0 }
  const random = (): number => getGround().random()
  const tokens = createStillTokens(clock)
  const store: Store = new Proxy({} as Store, {
    get: (_, name) => getGround().store[name as keyof Store],
  })
  const deps: ProviderDeps = {
    db: NO_DATABASE,
    store,
    clock,
    random,
    makeSecret: () => makeStillSecret(random),
    tokens,
    config: {
      ...readConfig({ SANDBOX: '1', DIST_DIR: '/nonexistent' }),
      requestsPerMinute: { perAddress: 0, perUser: 0 },
      ...config,
    },
    mailer: { send: noSql },
    signer: stillSigner,
    log: strictLog,
  }
  const app: Hono<AppEnv> = buildApp(deps)
  return {
    tokens,
    fetch: (ground, request) => grounds.run(ground, async () => app.fetch(request)),
    on: (ground, work) => grounds.run(ground, work),
  }
}
