/** Structured log: an event name and its facts. Never put secrets or personal data in `facts`. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

const line = (event: string, facts: Record<string, unknown> | undefined): string =>
  facts === undefined ? event : `${event} ${JSON.stringify(facts)}`

type ErrorListener = (event: string, facts: Record<string, unknown>) => void

/** Errors logged before the listener is registered; the first ones are the most informative. */
const MAX_BUFFERED_ERRORS = 5
const bufferedErrors: Parameters<ErrorListener>[] = []
let listener: ErrorListener | undefined

/**
 * Registers the listener for logged errors and passes it the earlier ones. One listener per process: the error
 * reporter.
 */
export function listenForErrors(listen: ErrorListener): void {
  listener = listen
  for (const [event, facts] of bufferedErrors.splice(0)) listen(event, facts)
}

function tell(event: string, facts: Record<string, unknown>): void {
  if (listener !== undefined) listener(event, facts)
  else if (bufferedErrors.length < MAX_BUFFERED_ERRORS) bufferedErrors.push([event, facts])
}

export const consoleLog: Log = {
  info: (event, facts) => console.info(line(event, facts)),
  warn: (event, facts) => console.warn(line(event, facts)),
  error: (event, facts) => {
    console.error(line(event, facts))
    tell(event, facts ?? {})
  },
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
