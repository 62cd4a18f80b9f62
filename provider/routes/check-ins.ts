import { Hono } from 'hono'
import { checkInsBody, checkInsSingle } from '../../src/contract/attendant.ts'
import { parseInstant } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import type { FieldProblem } from '../messages/shapes.ts'
import { requireDevice } from './guards/require-device.ts'
import { validate } from '../http/validate.ts'
import { type Item, recordCheckIns, REVOKED_GRACE_MS } from '../services/check-in.ts'

/** Well-formed times that do not exist, such as 30 February. */
const findWrongTimes = (items: readonly Item[]): readonly FieldProblem[] =>
  items.flatMap((item, index) =>
    (['at', 'list_issued_at'] as const)
      .filter((name) => typeof item[name] === 'string' && !parseInstant(item[name]).ok)
      .map((name) => ({ field: `items.${String(index)}.${name}`, code: 'invalid' as const })),
  )

/** Stores entries and exits as recorded by attendants' phones, each once by its nonce. */
export function checkInRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post(
    '/attendant/check-ins',
    describe(
      {
        tag: 'attendants',
        summary: 'Upload entries and exits; each counts once by its nonce, contradictions are flagged',
        answers: { 200: checkInsSingle },
        secured: true,
        idempotent: true,
      },
      deps.config,
    ),
    requireDevice(deps, { graceMs: REVOKED_GRACE_MS }),
    validate('json', checkInsBody),
    (c) => {
      const { items } = c.req.valid('json')
      const fields = findWrongTimes(items)
      if (fields.length > 0) return problem(c, 'validation_failed', { fields })
      const device = c.get('device')
      return idempotent(
        c,
        deps,
        onSql(deps, async (tx) =>
          c.json({ data: await recordCheckIns(tx, { device, items, nowMs: deps.clock.now() }) }),
        ),
      )
    },
  )
  return routes
}
