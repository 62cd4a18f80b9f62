/** Where traces are sent. When undefined, OpenTelemetry is not loaded. */
export interface TracingConfig {
  /** Address of a collector that accepts OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Sent with each batch. */
  readonly headers: Readonly<Record<string, string>>
  /** The share of requests that are traced, 0 to 1. */
  readonly ratio: number
  readonly service: string
}

export interface Tracing {
  /**
   * Runs a request's handler in a span of its own. Ignores the caller's `traceparent`, as anyone could force tracing
   * with it.
   */
  readonly request: <T>(answer: () => Promise<T>) => Promise<T>
  /** Names the running request by its route once the route is known. */
  readonly nameRequest: (answered: { readonly method: string; readonly route: string; readonly status: number }) => void
  /**
   * Runs a request's statement in a child span, and other statements untraced. The span records the statement without
   * its values.
   */
  readonly statement: <T>(sql: string, run: () => Promise<T>) => Promise<T>
  /** Ids that link a log line to its trace. */
  readonly ids: () => { readonly trace: string; readonly span: string } | undefined
  /** Sends the remaining spans. */
  readonly stop: () => Promise<void>
}

const FIRST_WORD = /^\s*([a-z]+)/i
const TABLE = /\b(?:from|into|update|join)\s+([a-z_]+)/i
const FUNCTION = /\bselect\s+(?:\S+\s+from\s+)?([a-z_]+)\(/i

/** Summarises a statement in two words, such as `select bookings`. */
export function nameOf(sql: string): string {
  const verb = (FIRST_WORD.exec(sql)?.[1] ?? 'statement').toLowerCase()
  const what = (TABLE.exec(sql) ?? FUNCTION.exec(sql))?.[1]
  return what === undefined ? verb : `${verb} ${what}`
}
