import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { ProviderDeps } from './deps.ts'
import { confirmPacks } from './make-packs.ts'

/** Delayed after the start, so that a short-lived process makes nothing. */
const FIRST_AFTER_MS = 5_000
const EVERY_MS = 30_000

export interface PackRounds {
  stop(): Promise<void>
}

/**
 * Checks every half minute, quickly and without reading them, whether parks or streets have changed. If so, remakes the
 * region packs with a command in a separate process (`run`), so that drivers' requests are not slowed down.
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
