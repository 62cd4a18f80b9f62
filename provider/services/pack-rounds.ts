import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { ProviderDeps } from './deps.ts'
import { confirmPacks } from './make-packs.ts'

/** Behind the start: whoever looks in for a moment makes nothing. */
const FIRST_AFTER_MS = 5_000
const EVERY_MS = 30_000

export interface PackRounds {
  stop(): Promise<void>
}

/**
 * Looks every half minute whether parks or streets have changed, in a moment and without reading them, and has the region packs made anew
 * where they have: by a command in a process of its own (`run`), behind the drivers.
 */
export function startPackRounds(
  deps: Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config'>,
  run: (words: readonly string[]) => Promise<string>,
): PackRounds {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      if (await confirmPacks(deps)) return
      const report = await run(['packs', '--unless-busy'])
      deps.log.info('packs.made', { report: report.split('\n').at(-1) ?? '' })
    } catch (error) {
      if (stopped) return
      const facts = { message: error instanceof Error ? error.message : String(error) }
      if (isDatabaseUnavailable(error)) deps.log.warn('packs.database_unavailable', facts)
      else deps.log.error('packs.failed', facts)
    }
  }
  const plan = (afterMs: number): void => {
    timer = setTimeout(() => {
      running = round().finally(() => {
        if (!stopped) plan(EVERY_MS)
      })
    }, afterMs)
    timer.unref()
  }
  plan(FIRST_AFTER_MS)
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
