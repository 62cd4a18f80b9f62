import type { Context, MiddlewareHandler } from 'hono'
import { describeRoute, resolver, uniqueSymbol } from 'hono-openapi'
import * as v from 'valibot'
import type { AppEnv } from './app-env.ts'

export interface RouteDescription {
  readonly tag:
    | 'auth'
    | 'places'
    | 'parks'
    | 'vehicles'
    | 'favourites'
    | 'bookings'
    | 'wallet'
    | 'payments'
    | 'passes'
    | 'attendants'
    | 'push'
    | 'profile'
    | 'events'
    | 'marketplace'
    | 'gifts'
    | 'companies'
    | 'documents'
    | 'plans'
    | 'referrals'
    | 'operators'
    | 'blog'
    | 'service'
  readonly summary: string
  /** Schema of the body by status; null for an answer without a body. */
  readonly answers: Readonly<Partial<Record<200 | 201 | 202 | 204, v.GenericSchema | null>>>
  /** `operator`: secured by an operator's key rather than a driver's token. */
  readonly secured?: boolean | 'operator'
  /** Example body of a successful answer. */
  readonly example?: object
  readonly idempotent?: boolean
}

const JSON_SCHEMA = { errorMode: 'ignore', typeMode: 'output' } as const

const securityOf = (secured: RouteDescription['secured']) =>
  secured === undefined || secured === false ? {} : { security: [{ [secured === true ? 'bearer' : secured]: [] }] }

async function checkAnswer(c: Context<AppEnv>, answers: RouteDescription['answers']): Promise<void> {
  const schema = answers[c.res.status as 200]
  if (schema === undefined || schema === null) return
  const result = v.safeParse(schema, await c.res.clone().json())
  if (result.success) return
  const fields = result.issues.map((issue) => `${v.getDotPath(issue) ?? '(root)'}: ${issue.type}`)
  throw new Error(`Answer of ${c.req.method} ${c.req.path} breaks its schema: ${fields.join(', ')}`)
}

/** Documents a route in OpenAPI. With `checkAnswers` (tests) an answer that violates its schema throws. */
export function describe(
  description: RouteDescription,
  options: { readonly checkAnswers: boolean },
): MiddlewareHandler<AppEnv> {
  const documented = describeRoute({
    tags: [description.tag],
    summary: description.summary,
    ...securityOf(description.secured),
    ...(description.idempotent === true
      ? {
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              schema: { type: 'string', minLength: 1, maxLength: 128 },
            },
          ],
        }
      : {}),
    responses: Object.fromEntries([
      ...Object.entries(description.answers).map(([status, schema]) => [
        status,
        schema === null
          ? { description: 'Done' }
          : {
              description: 'Done',
              content: {
                'application/json': {
                  schema: resolver(schema, { options: JSON_SCHEMA }),
                  ...(description.example === undefined ? {} : { example: description.example }),
                },
              },
            },
      ]),
      ['default', { $ref: '#/components/responses/Problem' }],
    ]),
  })
  const middleware: MiddlewareHandler<AppEnv> = async (c, next) => {
    await next()
    if (options.checkAnswers) await checkAnswer(c, description.answers)
  }
  return Object.assign(middleware, { [uniqueSymbol]: (documented as unknown as Record<symbol, unknown>)[uniqueSymbol] })
}
