import { err, ok, type Result } from '../../src/lib/result.ts'
import { codesOf } from '../rules/failed-request.ts'
import type { GatewayTrouble } from './gateway.ts'

export interface GatewayRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly timeoutMs: number
}

export interface GatewayAnswer {
  readonly status: number
  readonly json: unknown
}

/** Errors before a connection exists: the gateway cannot have done anything. */
const NEVER_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ENETUNREACH'])

const MAX_ANSWER_LENGTH = 1_000_000

export function toTrouble(error: unknown): GatewayTrouble {
  const codes = codesOf(error)
  const isNever = codes.some((code) => NEVER_REACHED.has(code))
  const name = error instanceof Error ? error.name : 'unknown'
  return { kind: isNever ? 'not_started' : 'unknown', detail: [name, ...codes].join(' ') }
}

/**
 * Sends one request to a gateway, without retries or redirects: a redirect would send the key to another host. Only
 * JSON counts as an answer, whatever its status; HTML, a truncated answer or one that is too long becomes a
 * `GatewayTrouble`.
 */
export async function askGateway(request: GatewayRequest): Promise<Result<GatewayAnswer, GatewayTrouble>> {
  const { method, url, headers, body, timeoutMs } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (text.length > MAX_ANSWER_LENGTH) return err({ kind: 'unknown', detail: 'answer too long' })
    return ok({ status: response.status, json: text === '' ? null : (JSON.parse(text) as unknown) })
  } catch (error) {
    return err(toTrouble(error))
  }
}

/** A refusal (4xx except for a timeout or a conflict) has started nothing; any other status may have. */
export const refusalOf = (status: number, detail: string | null): GatewayTrouble => ({
  kind: status >= 400 && status < 500 && status !== 408 && status !== 409 ? 'not_started' : 'unknown',
  detail: `HTTP ${String(status)}${detail === null ? '' : ` ${detail}`}`,
})

export const isSuccess = (status: number): boolean => status >= 200 && status < 300
