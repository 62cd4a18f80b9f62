import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { isMigrated } from '../db/migrate.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Metrics } from '../http/metrics.ts'
import { problem } from '../http/problem.ts'
import { readBacklog } from '../repositories/backlog.ts'
import { networksHolding } from '../rules/trusted-networks.ts'
import { readBearer } from './guards/require-user.ts'

interface OfTheProcess {
  readonly metrics: Metrics
  readonly isStopping: () => boolean
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Who may read the metrics: clients that send the token, and the configured networks. */
function metricsReader({ metrics, trustedProxies }: ProviderDeps['config']): (c: Context<AppEnv>) => boolean {
  const isNamed = networksHolding(metrics.networks)
  const tokens = (metrics.token ?? '')
    .split(',')
    .filter((token) => token !== '')
    .map(digest)
  return (c) => {
    const shown = readBearer(c)
    if (shown !== undefined && tokens.some((token) => timingSafeEqual(digest(shown), token))) return true
    // Behind an untrusted proxy every client has the proxy's address.
    const isPassedOn = c.req.header('x-forwarded-for') !== undefined && trustedProxies.length === 0
    return !isPassedOn && isNamed(c.get('address'))
  }
}

/**
 * `/health`: liveness; `/ready`: database reachable and migrated, and the provider not stopping; `/metrics`: Prometheus
 * text. Each also under /api/v1.
 */
export function healthRoutes(deps: ProviderDeps, { metrics, isStopping }: OfTheProcess): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const mayRead = metricsReader(deps.config)
  routes.on('GET', ['/health', '/api/v1/health'], (c) => c.json({ status: 'ok' }))
  routes.on('GET', ['/ready', '/api/v1/ready'], async (c) => {
    const isReady = !isStopping() && (await isMigrated(deps.db.pool).catch(() => false))
    return isReady ? c.json({ status: 'ready' }) : problem(c, 'unavailable', { retryAfterSeconds: 1 })
  })
  routes.on('GET', ['/metrics', '/api/v1/metrics'], async (c) => {
    if (!mayRead(c)) return problem(c, 'forbidden')
    // Metrics matter most when the database is down, so they are served without it.
    const { rss, heapUsed, external } = process.memoryUsage()
    const backlog = await readBacklog(deps.db, deps.clock.now()).catch(() => undefined)
    return c.text(
      metrics.render({
        ...backlog,
        baywise_database_up: backlog === undefined ? 0 : 1,
        baywise_database_connections: deps.db.pool.totalCount,
        baywise_database_connections_idle: deps.db.pool.idleCount,
        baywise_database_waiting: deps.db.pool.waitingCount,
        process_resident_memory_bytes: rss,
        nodejs_heap_size_used_bytes: heapUsed,
        nodejs_external_memory_bytes: external,
      }),
      200,
      { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    )
  })
  return routes
}
