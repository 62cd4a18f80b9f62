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

/** From the last question to the next, give or take a half. After the last of them the engine's minute goes on alone. */
const WAITS_MS: readonly number[] = [2_000, 4_000, 8_000, 15_000]

/** Whether anything may go as soon as the provider is reached: what it has told to come back later does not count. */
async function hasDue({ dbs, clock }: AppContext): Promise<boolean> {
  try {
    const session = await findSession(dbs)
    const own = session?.live === true ? await readOwnOutbox(dbs, session.user.user_id) : undefined
    const checkIns = isAttendantPhone.get() === true ? await readWaitingCheckIns(dbs) : []
    return [...toSendOf(own ?? []), ...checkIns].some((row) => isDue(row, clock.now()))
  } catch (error) {
    // Nothing can be sent from a storage that does not answer; the page tells.
    if (error instanceof StorageError) return false
    throw error
  }
}

/*
 *             not reached               still not, four times
 *   reached -------------> asks soon -------------------------> waits for the engine
 *      ^                    |   ^                                   |
 *      +----- any answer ---+   +--- the driver is back, asks -----+
 */
/**
 * A basement is left within seconds, and Safari and Firefox wake no worker: while somebody looks on and something waits, an outage is asked
 * about soon. Whoever sends listens to the connection, or is `onReached`.
 */
export function startOutageProbe(phone: AppContext, onReached: () => void) {
  let asked = 0
  let cancel: (() => void) | undefined

  const ask = async (): Promise<void> => {
    cancel = undefined
    // A provider in trouble is spared, see `pull-pace`.
    if (!isPageVisible() || findRest(phone).isResting || !(await hasDue(phone))) return
    asked += 1
    // Still not reached, this plans the next question.
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
    /** The driver came back, or asked for something: as at the beginning of the outage. */
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
