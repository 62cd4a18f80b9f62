/** An unexpected error of a page or a worker, told to the provider. Says what broke, never who was there or what was typed. */
export interface ErrorReport {
  /** UUID: a report that is sent twice is kept once. */
  readonly report_id: string
  /** RFC 3339, by the phone's clock. */
  readonly at: string
  readonly source: 'page' | 'worker'
  readonly name: string
  readonly message: string
  readonly stack: string
  /** The page's address without names, numbers and query. */
  readonly path: string
}

/** Longest texts of a report, in UTF-16 units. */
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

/** What may name a driver, a car or a session, in the order in which it is looked for. */
const PERSONAL: ReadonlyArray<readonly [RegExp, string]> = [
  // Of an address only the path is left: file and line of a stack.
  [/\b[a-z][a-z-]*:\/\/[^/\s)'"]+/gi, ''],
  [/[?#][^\s:)'"]+/g, ''],
  [/[^\s@"'<>(]+@[^\s@"'<>)]+/g, '[mail]'],
  [/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  // Plates and booking codes are written in capitals and figures.
  [/\b(?=[A-Z-]*\d)(?=[\d-]*[A-Z])[A-Z0-9]{2,}(-[A-Z0-9]{2,})*\b/g, '[code]'],
  [/\b\w{32,}\b/g, '[token]'],
  // Not the line and column of a stack. Safari looks behind from 16.4 on only.
  [/(^|[^:\d])\d[\d .-]{4,}\d/g, '$1[number]'],
]

/** Text in quotes is what was received or typed, unless it reads like a name in code. */
const unquote = (text: string): string => text.replace(/"(?![\w.$-]{1,40}")[^"]*"/g, '"…"')

const withoutPersons = (text: string): string =>
  PERSONAL.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text)

/** A segment with a figure is an id, a code or the name of one park. */
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
  // A stack begins with the message once more.
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

/** An error that was logged, not thrown: the event is its name. */
export function toLoggedError(event: string, facts: Readonly<Record<string, unknown>>): Error {
  const error = new Error(textOf(facts['error']) || textOf(facts['reason']))
  error.name = event
  error.stack = textOf(facts['where'])
  return error
}

const OUTCOMES = new Set(['RingAgain', 'QuotaExceededError'])
/** How browsers word that there was no connection; Workbox names it. */
const NO_CONNECTION = /^(Failed to fetch|NetworkError when|Load failed|no-response|bad-precaching-response)/

/** Whether an event of the worker ended so for want of a signal or of room: nothing is broken. */
export function isOutcome(thrown: unknown): boolean {
  const { name, message } = describe(thrown)
  return OUTCOMES.has(name) || NO_CONNECTION.test(message) || NO_CONNECTION.test(name)
}

/** Whether an error is of a kind that is not reported: its name, or how its message begins. */
export function isNoise(thrown: unknown, noisy: readonly string[]): boolean {
  const { name, message } = describe(thrown)
  return noisy.some((kind) => name === kind || message.startsWith(kind))
}
