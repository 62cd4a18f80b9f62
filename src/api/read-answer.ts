import * as v from 'valibot'
import { MAXIMUM_ANSWER_BYTES } from '../config/limits.ts'
import { type Problem, problem } from '../contract/common.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { ApiError, ApiProblem } from './api-error.ts'

const MAXIMUM_RETRY_AFTER_MS = 3_600_000

/** Returns `Retry-After`, given in seconds or as a date, clamped to an hour; null when absent or unreadable. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null || header === '') return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), MAXIMUM_RETRY_AFTER_MS)
}

const contentType = (response: Response): string => (response.headers.get('content-type') ?? '').toLowerCase()

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * A date is in the provider's time: against a phone's clock that is days off, the wait would become zero, or an hour.
 */
function findRetry({ headers }: Response, nowMs: number): number | null {
  const answeredAt = Date.parse(headers.get('date') ?? '')
  return retryAfterMs(headers.get('retry-after'), Number.isFinite(answeredAt) ? answeredAt : nowMs)
}

/** A proxy before a provider in trouble answers in its place, and may say when to return. */
const SPARING: ReadonlySet<number> = new Set([429, 503])

function toForeign(response: Response, nowMs: number): ApiError {
  const { status } = response
  const retry = SPARING.has(status) ? findRetry(response, nowMs) : null
  return { kind: 'foreign', status, ...(retry === null ? {} : { retryAfterMs: retry }) }
}

export function toApiProblem(told: Problem, retryAfterMs: number | null): ApiProblem {
  const { type: _type, title: _title, status, code, detail, errors, ...extra } = told
  return { kind: 'problem', status, code, detail, fields: errors ?? [], extra, retryAfterMs }
}

const isEchoOf = ({ headers }: Response, key: string): boolean => headers.get('idempotency-key') === key

function toProblem(
  response: Response,
  text: string,
  { key, nowMs }: Pick<Expected<unknown>, 'key' | 'nowMs'>,
): ApiError {
  if (!contentType(response).startsWith('application/problem+json')) return toForeign(response, nowMs)
  const parsed = v.safeParse(problem, parseJson(text))
  const { status } = response
  // A problem with another status than its response belongs to something else (RFC 9457, 3.1.2: they are the same).
  if (!parsed.success || parsed.output.status !== status) return { kind: 'invalid_response', status }
  const isReplayed = key !== null && isEchoOf(response, key) && response.headers.get('idempotent-replayed') === 'true'
  return { ...toApiProblem(parsed.output, findRetry(response, nowMs)), ...(isReplayed ? { isReplayed } : {}) }
}

export interface Expected<T> {
  readonly schema: v.GenericSchema<unknown, T>
  /** The Idempotency-Key that a success must echo; null when none was sent. */
  readonly key: string | null
  /** The phone's time, epoch milliseconds, for an answer that has no date. */
  readonly nowMs: number
  isAnswer?(value: T): boolean
}

/** Returns the body as text; undefined when it exceeds the maximum length of an answer. */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > MAXIMUM_ANSWER_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * Returns the answer's value after six checks: its length, no redirect, JSON content type, the echoed key, the schema,
 * and that it matches the request. An empty 204 is read as null.
 */
export async function readAnswer<T>(response: Response, expected: Expected<T>): Promise<Result<T, ApiError>> {
  const text = await readText(response)
  const { status } = response
  if (response.redirected) return err({ kind: 'foreign', status })
  if (text === undefined) return err({ kind: 'invalid_response', status })
  if (!response.ok) return err(toProblem(response, text, expected))
  const isEchoed = expected.key === null || isEchoOf(response, expected.key)
  if (status !== 204 && !contentType(response).startsWith('application/json')) return err({ kind: 'foreign', status })
  const parsed = v.safeParse(expected.schema, status === 204 ? null : parseJson(text))
  if (!parsed.success || expected.isAnswer?.(parsed.output) === false)
    return err({ kind: isEchoed ? 'invalid_response' : 'foreign', status })
  return isEchoed ? ok(parsed.output) : err({ kind: 'unechoed', status })
}
