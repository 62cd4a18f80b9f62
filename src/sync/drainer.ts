import { IDLE_PROBE_MS } from '../config/limits.ts'
import { type DrainOutcome, drainSoon } from './drain.ts'
import { startOutageProbe } from './outage-probe.ts'
import { persistStorage } from './persist-storage.ts'
import type { AppContext } from './app-context.ts'
import { registerSync } from './register-sync.ts'
import { isPageVisible } from './triggers.ts'

/**
 * Sends when the bell rings, when a row's wait is over and when an outage is. Returns the way to stop, and `drain` for other occasions.
 * The worker's `sync` event goes on where this page ends.
 */
export function startDrainer(phone: AppContext): {
  readonly drain: () => Promise<DrainOutcome>
  /** The driver is back: an outage is asked about soon again. */
  readonly askSoon: () => void
  readonly stop: () => void
} {
  let cancelTimer: () => void = () => undefined
  let isStopped = false

  const plan = (outcome: DrainOutcome): void => {
    cancelTimer()
    // An outage has its own rhythm: the timer of a row need not wake the network more often.
    if (outcome.kind !== 'rested' || outcome.nextAt === null || isStopped) return
    const waitMs = Math.min(Math.max(outcome.nextAt - phone.clock.now(), 0) + 1, IDLE_PROBE_MS)
    cancelTimer = phone.timers.after(waitMs, () => {
      if (isPageVisible()) phone.inBackground(drainAndPlan())
    })
  }
  const drainAndPlan = async (): Promise<DrainOutcome> => {
    const outcome = await drainSoon(phone)
    plan(outcome)
    return outcome
  }
  const outage = startOutageProbe(phone, () => phone.inBackground(drainAndPlan()))
  const stopListening = phone.outboxSignal.subscribe(() => {
    outage.askSoon()
    const work = drainAndPlan()
    phone.inBackground(registerSync(phone))
    phone.inBackground(persistStorage(phone))
    phone.inBackground(work)
    return work
  })
  return {
    drain: drainAndPlan,
    askSoon: () => outage.askSoon(),
    stop() {
      isStopped = true
      stopListening()
      outage.stop()
      cancelTimer()
    },
  }
}
