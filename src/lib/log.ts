/** One line of structured log: what happened and the facts beside it. Never put secrets or personal data in `facts`. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

const line = (event: string, facts: Record<string, unknown> | undefined): string =>
  facts === undefined ? event : `${event} ${JSON.stringify(facts)}`

type ErrorListener = (event: string, facts: Record<string, unknown>) => void

/** Errors that were logged before anybody listened: the first ones say most. */
const UNHEARD_MAXIMUM = 5
const unheard: Parameters<ErrorListener>[] = []
let listener: ErrorListener | undefined

/** From now on `listen` is told of each error that is logged, and first of those logged before. One listener a process: the reporter. */
export function listenForErrors(listen: ErrorListener): void {
  listener = listen
  for (const [event, facts] of unheard.splice(0)) listen(event, facts)
}

function tell(event: string, facts: Record<string, unknown>): void {
  if (listener !== undefined) listener(event, facts)
  else if (unheard.length < UNHEARD_MAXIMUM) unheard.push([event, facts])
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
