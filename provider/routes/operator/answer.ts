/** What operator routes share: description, idempotent answers, the change log, paging. */
import type { Context } from 'hono'
import type { OperatorAction } from '../../../src/contract/operator.ts'
import type { Page } from '../../../src/contract/common.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Result } from '../../../src/lib/result.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { describe, type RouteDescription } from '../../http/describe.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import { noteOperatorChange } from '../../repositories/operators.ts'
import type { Within } from '../../rules/operator-rights.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { idempotent, onSql } from '../guards/idempotent.ts'
import { refuse } from '../refuse.ts'

export const describeOperator = (deps: ProviderDeps, route: Omit<RouteDescription, 'tag' | 'secured'>) =>
  describe({ tag: 'operators', secured: 'operator', ...route }, deps.config)

export const NO_STORE = { 'cache-control': 'no-store' }

export interface Changed<Data> {
  readonly data: Data
  /** Null when nothing changed. */
  readonly change: {
    readonly action: OperatorAction
    readonly subject: string | number
    readonly details: Readonly<Record<string, unknown>>
  } | null
}

export interface OperatorAt {
  readonly within: Within
  readonly nowMs: number
}

/**
 * Commits the change, its author and the answer under the request's key in one transaction; a refusal leaves nothing
 * behind.
 */
export function answerOnce<Data extends object>(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  {
    work,
    status = 200,
  }: {
    readonly work: (tx: Queryable, at: OperatorAt) => Promise<Result<Changed<Data>, Refusal>>
    readonly status?: 200 | 201
  },
): Promise<Response> {
  const { key_id: keyId, parks: within } = c.get('operator')
  return idempotent(
    c,
    deps,
    onSql(deps, async (tx) => {
      const nowMs = deps.clock.now()
      const done = await work(tx, { within, nowMs })
      if (!done.ok) return refuse(c, done.error)
      const { data, change } = done.value
      if (change !== null) {
        const requestKey = must(findIdempotencyKey(c), 'key of an idempotent request')
        await noteOperatorChange(tx, { keyId, ...change, subject: String(change.subject), requestKey, nowMs })
      }
      return c.json({ data }, status)
    }),
  )
}

interface Asked {
  readonly page: number
  readonly size: number
}

export const toPage = <T>(items: readonly T[], total: number, { page, size }: Asked): Page<T> => ({
  ...{ items, total, page, size, pages: Math.max(1, Math.ceil(total / size)) },
})

/** A page of a list that is short enough to read in full. */
export const pageOf = <T>(all: readonly T[], asked: Asked): Page<T> =>
  toPage(all.slice((asked.page - 1) * asked.size, asked.page * asked.size), all.length, asked)
