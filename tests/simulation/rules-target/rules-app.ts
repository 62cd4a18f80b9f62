import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hono } from 'hono'
import { buildApp } from '../../../provider/app.ts'
import { type ProviderConfig, readConfig } from '../../../provider/config.ts'
import type { Database } from '../../../provider/db/database.ts'
import { NO_SEAL } from '../../../provider/db/seal.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import type { AppEnv } from '../../../provider/http/app-env.ts'
import type { Store } from '../../../provider/repositories/store.ts'
import { backgroundSettled } from '../../../provider/services/background.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Log } from '../../../src/lib/log.ts'
import type { MemoryStore, Think } from './memory-store.ts'
import { createStillTokens, makeStillSecret, stillSigner } from './deterministic-crypto.ts'

/** The app's dependencies that differ from seed to seed. */
export interface Ground {
  /** Address from which this seed's requests come. */
  readonly address: string
  readonly store: Pick<MemoryStore, keyof Store | 'database'>
  readonly now: () => number
  readonly random: () => number
  /** How long a request takes after claiming its key. */
  readonly think?: Think | undefined
}

/** An error logged by the provider is a bug and fails the run that caused it. */
const strictLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (event, facts) => console.error(event, facts),
}

export interface RulesApp {
  /** Answers a request on its own ground; any number of them may run at once. */
  fetch(ground: Ground, request: Request): Promise<Response>
  /** The app's dependencies, for use within `on`. */
  readonly deps: ProviderDeps
  /** Calls `work` like a request on that ground. */
  on<T>(ground: Ground, work: () => T): T
}

const grounds = new AsyncLocalStorage<Ground>()

/** Waits as the ground of the current request says. */
export const think: Think = () => grounds.getStore()?.think?.()

/**
 * Whether the request starts background work, such as handling a gateway's message after answering it; a world waits
 * for that work to stay reproducible.
 */
const startsWork = ({ url, method }: Request): boolean =>
  method === 'POST' && (url.includes('/webhooks/') || url.includes('/sandbox/') || url.includes('/wallet/'))

/** Builds the real app once, which takes longer than many seeds do. */
export function buildRulesApp(config: Partial<ProviderConfig> = {}): RulesApp {
  const getGround = (): Ground => must(grounds.getStore(), 'the ground of this request')
  // Some parts read the clock while they are built, before there is a seed, and get the epoch.
  const clock = { now: () => grounds.getStore()?.now() ?? 0 }
  const random = (): number => getGround().random()
  const tokens = createStillTokens(clock)
  const store: Store = new Proxy({} as Store, {
    get: (_, name) => getGround().store[name as keyof Store],
  })
  const db: Database = {
    seal: NO_SEAL,
    query: (sql, values) => getGround().store.database.query(sql, values),
    transaction: (work) => getGround().store.database.transaction(work),
    close: () => Promise.resolve(),
    get pool() {
      return getGround().store.database.pool
    },
  }
  const deps: ProviderDeps = {
    db,
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
    // No simulated driver reads mail.
    mailer: { send: () => Promise.resolve() },
    signer: stillSigner,
    log: strictLog,
  }
  const app: Hono<AppEnv> = buildApp(deps)
  return {
    deps,
    fetch: (ground, request) =>
      grounds.run(ground, async () => {
        // In the shape in which the server passes a connection.
        const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: ground.address } } })
        if (startsWork(request)) await backgroundSettled()
        return answer
      }),
    on: (ground, work) => grounds.run(ground, work),
  }
}
