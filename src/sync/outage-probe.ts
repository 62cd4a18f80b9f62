import { readWaitingCheckIns } from '../db/read/attendant.ts'
import { findSession } from '../db/read/session.ts'
import { isAttendantPhone } from '../signals/attendant-phone.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import { readOwnOutbox, toSendOf } from '../outbox/read.ts'
import { isDue } from '../outbox/settle.ts'
import type { AppContext } from './app-context.ts'
import { probe } from './probe.ts'
import { findRest } from './pull-pace.ts'
import { isPageVisible } from './triggers.ts'

/** Waits between probes, plus or minus half. After the last one only the engine's minute timer continues. */
const WAITS_MS: readonly number[] = [2_000, 4_000, 8_000, 15_000]

/**
 * Returns whether any row can be sent as soon as the provider is reachable; a row that the provider told to wait does
 * not count.
 */
async function hasDue({ dbs, clock }: AppContext): Promise<boolean> {
  try {
    const session = await findSession(dbs)
    const own = session?.live === true ? await readOwnOutbox(dbs, session.user.user_id) : undefined
    const checkIns = isAttendantPhone.get() === true ? await readWaitingCheckIns(dbs) : []
    return [...toSendOf(own ?? []), ...checkIns].some((row) => isDue(row, clock.now()))
  } catch (error) {
    // A storage that does not answer has nothing to send; the page reports it.
    if (error instanceof StorageError) return false
    throw error
  }
}

/*
 *             not reached               not reached, four times
 *   reached -------------> asks soon -------------------------> waits for the engine
 *      ^                    |   ^                                   |
 *      +----- any answer ---+   +--- the driver is back, asks -----+
 */
/**
 * A driver leaves a basement within seconds, and Safari and Firefox wake no worker: while the page is visible and a row
 * waits, an outage is probed at short intervals. Senders listen to the connection or pass `onReached`.
 */
export function startOutageProbe(phone: AppContext, onReached: () => void) {
  let asked = 0
  let cancel: (() => void) | undefined

  const ask = async (): Promise<void> => {
    cancel = undefined
    // A provider in trouble is spared: see `pull-pace`.
    if (!isPageVisible() || findRest(phone).isResting || !(await hasDue(phone))) return
    asked += 1
    // If it is not reached, this plans the next probe.
    if ((await probe(phone)).state !== 'offline') onReached()
  }
  const plan = (): void => {
    if (phone.connection.get().state !== 'offline') {
      rest()
      return
    }
    const waitMs = WAITS_MS[asked]
    if (cancel !== undefined || waitMs === undefined) return
    cancel = phone.timers.after(waitMs * (0.5 + phone.random()), () => phone.inBackground(ask()))
  }
  const rest = (): void => {
    asked = 0
    cancel?.()
    cancel = undefined
  }
  const stopListening = phone.connection.subscribe(plan)
  return {
    /** The driver has returned or made a request: restarts the intervals as at the beginning of the outage. */
    askSoon(): void {
      asked = 0
      plan()
    },
    stop(): void {
      stopListening()
      rest()
    },
  }
}
