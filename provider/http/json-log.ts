import type { Log } from '../../src/lib/log.ts'

type Level = 'info' | 'warn' | 'error'

/** A mail server's error names the refused address, which must not be logged. */
const ADDRESS = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g

const clean = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(ADDRESS, '(address)') : value

/** Writes one line of JSON per event: time, level, event, trace ids, then the facts. */
export function createJsonLog(
  write: (line: string) => void,
  now: () => number,
  belongsTo: () => object | undefined = () => undefined,
): Log {
  const at =
    (level: Level) =>
    (event: string, facts: Record<string, unknown> = {}): void =>
      write(
        `${JSON.stringify({ time: new Date(now()).toISOString(), level, event, ...belongsTo(), ...facts }, clean)}\n`,
      )
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
