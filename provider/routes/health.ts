import { Hono } from 'hono'
import { isMigrated } from '../db/migrate.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { createMetrics } from '../http/metrics.ts'
import { problem } from '../http/problem.ts'

/** `/health` liveness, `/ready` database reached and migrated, `/metrics` Prometheus text; each also under /api/v1. */
export function healthRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const metrics = createMetrics()
  routes.use(async (c, next) => {
    const start = performance.now()
    await next()
    metrics.observe(c.req.method, c.res.status, performance.now() - start)
  })
  routes.on('GET', ['/health', '/api/v1/health'], (c) => c.json({ status: 'ok' }))
  routes.on('GET', ['/ready', '/api/v1/ready'], async (c) => {
    const migrated = await isMigrated(deps.db.pool).catch(() => false)
    return migrated ? c.json({ status: 'ready' }) : problem(c, 'unavailable', { retryAfterSeconds: 1 })
  })
  routes.on('GET', ['/metrics', '/api/v1/metrics'], (c) =>
    c.text(
      metrics.render({
        baywise_database_connections: deps.db.pool.totalCount,
        baywise_database_connections_idle: deps.db.pool.idleCount,
        baywise_database_waiting: deps.db.pool.waitingCount,
        process_resident_memory_bytes: process.memoryUsage.rss(),
      }),
      200,
      { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    ),
  )
  return routes
}
