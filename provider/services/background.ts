import type { Log } from '../../src/lib/log.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'

/** Work of this process that no answer waits for; shutdown and the sandbox mailbox wait for it. */
const pending = new Set<Promise<void>>()

/**
 * Starts `work` and returns at once; a failure is logged under `name`. Mails are sent this way so that the response
 * time does not reveal whether an address is known.
 */
export function runInBackground(log: Log, name: string, work: () => Promise<void>): void {
  const task: Promise<void> = work()
    .catch((error: unknown) => {
      const facts = { message: error instanceof Error ? error.message : String(error) }
      if (isDatabaseUnavailable(error)) log.warn(`${name}.database_unavailable`, facts)
      else log.error(`${name}.failed`, facts)
    })
    .finally(() => pending.delete(task))
  pending.add(task)
}

/** Resolves when everything started so far has ended, or after `timeoutMs`. */
export async function backgroundSettled(timeoutMs = 10_000): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([Promise.all(pending), timeout])
  clearTimeout(timer)
}
