import { IDLE_PROBE_MS } from '../config/limits.ts'
import { type DrainOutcome, drainSoon } from './drain.ts'
import { startOutageProbe } from './outage-probe.ts'
import { persistStorage } from './persist-storage.ts'
import type { AppContext } from './app-context.ts'
import { registerSync } from './register-sync.ts'
import { isPageVisible } from './triggers.ts'

/**
 * Drains when notified, when a row's wait is over and when an outage ends. Returns `stop`, and `drain` for other
 * occasions. The worker's `sync` event continues after this page closes.
 */
export function startDrainer(phone: AppContext): {
  readonly drain: () => Promise<DrainOutcome>
  /** The driver is back: probes an outage at short intervals again. */
  readonly askSoon: () => void
  readonly stop: () => void
} {
  let cancelTimer: () => void = () => undefined
  let isStopped = false

  const plan = (outcome: DrainOutcome): void => {
    cancelTimer()
    // An outage is probed at its own intervals: a row's timer need not wake the network more often.
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
