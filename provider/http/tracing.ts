/** Where traces go; undefined: nowhere, and nothing of OpenTelemetry is loaded. */
export interface TracingConfig {
  /** Of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Sent along with each batch. */
  readonly headers: Readonly<Record<string, string>>
  /** The share of requests that are traced, 0 to 1. */
  readonly ratio: number
  readonly service: string
}

export interface Tracing {
  /** Runs what answers a request in a span of its own. A caller's `traceparent` is not followed: anybody could have everything traced. */
  readonly request: <T>(answer: () => Promise<T>) => Promise<T>
  /** Names the running request by its route, once that is known. */
  readonly nameRequest: (answered: { readonly method: string; readonly route: string; readonly status: number }) => void
  /** Runs a statement of a request in a span below it; of anything else, untraced. The span has the statement without its values. */
  readonly statement: <T>(sql: string, run: () => Promise<T>) => Promise<T>
  /** What a line of the log says about where it belongs. */
  readonly ids: () => { readonly trace: string; readonly span: string } | undefined
  /** Hands over what is left. */
  readonly stop: () => Promise<void>
}

const FIRST_WORD = /^\s*([a-z]+)/i
const TABLE = /\b(?:from|into|update|join)\s+([a-z_]+)/i
const FUNCTION = /\bselect\s+(?:\S+\s+from\s+)?([a-z_]+)\(/i

/** A statement in two words, such as `select bookings`. */
export function nameOf(sql: string): string {
  const verb = (FIRST_WORD.exec(sql)?.[1] ?? 'statement').toLowerCase()
  const what = (TABLE.exec(sql) ?? FUNCTION.exec(sql))?.[1]
  return what === undefined ? verb : `${verb} ${what}`
}
