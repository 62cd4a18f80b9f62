import type { ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import type * as v from 'valibot'
import type { FieldCode, FieldProblem } from '../messages/shapes.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'

interface Issue {
  readonly type?: string
  readonly received?: string
  readonly expected?: string | null
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

const TOO_LONG = new Set(['max_length', 'max_size', 'max_bytes'])
const TOO_SHORT = new Set(['min_length', 'min_size', 'non_empty'])
const OUT_OF_RANGE = new Set(['min_value', 'max_value', 'integer', 'safe_integer', 'multiple_of'])

/** Uses only the kind of the issue: Valibot's own message quotes the input, which may be a password. */
function toFieldCode(issue: Issue): FieldCode {
  const type = issue.type ?? ''
  if (type === 'strict_object' && issue.expected === 'never') return 'unknown_field'
  if (issue.received === 'undefined' || issue.received === 'null') return 'required'
  if (TOO_LONG.has(type)) return 'too_long'
  if (TOO_SHORT.has(type)) return 'too_short'
  return OUT_OF_RANGE.has(type) ? 'out_of_range' : 'invalid'
}

const toField = (issue: Issue): string =>
  (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)).join('.') || 'body'

export function toFieldProblems(issues: readonly Issue[]): readonly FieldProblem[] {
  return issues.slice(0, 20).map((issue) => ({ field: toField(issue), code: toFieldCode(issue) }))
}

/** Content types that Hono's validator reads as JSON. */
const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i

const SCHEMA_OPTIONS = { options: { errorMode: 'ignore', typeMode: 'input' } }

/**
 * Checks a part of the request against a schema of `src/contract`, documents it in OpenAPI, and answers 422 problem+json
 * without any of the input. Read the result with `c.req.valid(target)`.
 */
export function validate<Schema extends v.GenericSchema, Target extends keyof ValidationTargets, P extends string>(
  target: Target,
  schema: Schema,
) {
  const check = validator<Schema, Target, AppEnv, P>(
    target,
    schema,
    (result, c) => {
      if (result.success) return undefined
      return problem(c, 'validation_failed', { fields: toFieldProblems(result.error) })
    },
    SCHEMA_OPTIONS,
  )
  if (target !== 'json') return check
  // Hono reads a body of another type as `{}`, which would succeed without effect when no field is required.
  const checkType: typeof check = async (c, next) => {
    const type = c.req.header('content-type')
    if (type !== undefined && !JSON_TYPE.test(type)) return problem(c, 'unsupported_media_type')
    return check(c, next)
  }
  return Object.assign(checkType, check)
}
