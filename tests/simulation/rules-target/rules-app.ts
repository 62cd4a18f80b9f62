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

/** What differs from seed to seed of all that the app is built from. */
export interface Ground {
  /** Where the requests of this seed come from. */
  readonly address: string
  readonly store: Pick<MemoryStore, keyof Store | 'database'>
  readonly now: () => number
  readonly random: () => number
  /** The time that one request takes once its key is claimed. */
  readonly think?: Think | undefined
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
  /** What the app is built from, to be used within `on`. */
  readonly deps: ProviderDeps
  /** Calls `work` as if a request on that ground did. */
  on<T>(ground: Ground, work: () => T): T
}

const grounds = new AsyncLocalStorage<Ground>()

/** Of the request that is being answered. */
export const think: Think = () => grounds.getStore()?.think?.()

/** Gateways' news are looked into after they were answered; a world waits for that too, or it would be told differently each time. */
const startsWork = ({ url, method }: Request): boolean =>
  method === 'POST' && (url.includes('/webhooks/') || url.includes('/sandbox/') || url.includes('/wallet/'))

/** The real app, built once: that takes longer than many a seed. */
export function buildRulesApp(config: Partial<ProviderConfig> = {}): RulesApp {
  const getGround = (): Ground => must(grounds.getStore(), 'the ground of this request')
  // Some parts look at the clock while they are built, before there is any seed: it stands at the epoch then.
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
    // Nobody in a world reads mail.
    mailer: { send: () => Promise.resolve() },
    signer: stillSigner,
    log: strictLog,
  }
  const app: Hono<AppEnv> = buildApp(deps)
  return {
    deps,
    fetch: (ground, request) =>
      grounds.run(ground, async () => {
        // As the server hands a connection over.
        const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: ground.address } } })
        if (startsWork(request)) await backgroundSettled()
        return answer
      }),
    on: (ground, work) => grounds.run(ground, work),
  }
}
