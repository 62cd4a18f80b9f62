/** One line of structured log: what happened and the facts beside it. Never put secrets or personal data in `facts`. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

const line = (event: string, facts: Record<string, unknown> | undefined): string =>
  facts === undefined ? event : `${event} ${JSON.stringify(facts)}`

export const consoleLog: Log = {
  info: (event, facts) => console.info(line(event, facts)),
  warn: (event, facts) => console.warn(line(event, facts)),
  error: (event, facts) => console.error(line(event, facts)),
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
