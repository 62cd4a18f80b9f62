/**
 * An unexpected error of a page or a worker, reported to the provider. Describes the failure, never the user or their
 * input.
 */
export interface ErrorReport {
  /** UUID, so that a report sent twice is stored once. */
  readonly report_id: string
  /** RFC 3339, by the phone's clock. */
  readonly at: string
  readonly source: 'page' | 'worker'
  readonly name: string
  readonly message: string
  readonly stack: string
  /** The page's path without names, numbers and query. */
  readonly path: string
}

/** Maximum lengths of a report's texts, in UTF-16 units. */
export const REPORT_LIMITS = { name: 80, message: 300, stack: 4_000, path: 200 } as const

interface Described {
  readonly name: string
  readonly message: string
  readonly stack: string
}

const describe = (thrown: unknown): Described =>
  thrown instanceof Error
    ? { name: thrown.name, message: thrown.message, stack: thrown.stack ?? '' }
    : { name: 'Thrown', message: String(thrown), stack: '' }

/** Patterns of text that may identify a driver, car or session, in the order of replacement. */
const PERSONAL: ReadonlyArray<readonly [RegExp, string]> = [
  // Keep only the path of a URL: file and line in a stack.
  [/\b[a-z][a-z-]*:\/\/[^/\s)'"]+/gi, ''],
  [/[?#][^\s:)'"]+/g, ''],
  [/[^\s@"'<>(]+@[^\s@"'<>)]+/g, '[mail]'],
  [/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  // Plates and booking codes consist of capitals and digits.
  [/\b(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z0-9]{2,}(-[A-Z0-9]{2,})*\b/g, '[code]'],
  [/\b\w{32,}\b/g, '[token]'],
  // Excludes line and column of a stack. No lookbehind, which Safari supports only from 16.4.
  [/(^|[^:\d])\d[\d .-]{4,}\d/g, '$1[number]'],
]

/** Removes quoted text, which may be received or typed, unless it looks like an identifier. */
const unquote = (text: string): string => text.replace(/"(?![\w.$-]{1,40}")[^"]*"/g, '"…"')

const withoutPersons = (text: string): string =>
  PERSONAL.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)

/** A segment with a digit is an id, a code or the name of one park. */
const toPath = (pathname: string): string =>
  pathname
    .split('/')
    .map((segment) => (/[\d%@]/.test(segment) ? ':id' : segment))
    .join('/')

export interface ReportFacts {
  readonly reportId: string
  readonly nowMs: number
  readonly source: ErrorReport['source']
  readonly pathname: string
}

export function toErrorReport(thrown: unknown, { reportId, nowMs, source, pathname }: ReportFacts): ErrorReport {
  const { name, message, stack } = describe(thrown)
  // A stack repeats the message first.
  const frames = stack.replace(`${name}: ${message}`, '').trim()
  return {
    report_id: reportId,
    at: new Date(nowMs).toISOString(),
    source,
    name: withoutPersons(name).slice(0, REPORT_LIMITS.name) || 'Error',
    message: withoutPersons(unquote(message)).slice(0, REPORT_LIMITS.message),
    stack: withoutPersons(frames).slice(0, REPORT_LIMITS.stack),
    path: toPath(pathname).slice(0, REPORT_LIMITS.path),
  }
}

const textOf = (fact: unknown): string => (typeof fact === 'string' ? fact : '')

/** Builds an error from a log entry that was not thrown; the event becomes its name. */
export function toLoggedError(event: string, facts: Readonly<Record<string, unknown>>): Error {
  const error = new Error(textOf(facts['error']) || textOf(facts['reason']))
  error.name = event
  error.stack = textOf(facts['where'])
  return error
}

const OUTCOMES = new Set(['RingAgain', 'QuotaExceededError'])
/** Browsers' messages for a missing connection, and Workbox's error names. */
const NO_CONNECTION = /^(Failed to fetch|NetworkError when|Load failed|no-response|bad-precaching-response)/

/** Whether a worker event failed for lack of connection or storage space, which is not a bug. */
export function isOutcome(thrown: unknown): boolean {
  const { name, message } = describe(thrown)
  return OUTCOMES.has(name) || NO_CONNECTION.test(message) || NO_CONNECTION.test(name)
}

/** Whether an error is excluded from reports, by its name or the beginning of its message. */
export function isNoise(thrown: unknown, noisy: readonly string[]): boolean {
  const { name, message } = describe(thrown)
  return noisy.some((kind) => name === kind || message.startsWith(kind))
}
