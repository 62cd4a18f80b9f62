import { getHealth } from '../api/places.ts'
import { IDLE_PROBE_MS, PROBE_TIMEOUT_MS, PROBE_VALID_MS, SLOW_ANSWER_MS } from '../config/limits.ts'
import type { Connection } from '../signals/connection.ts'
import type { AppContext } from './app-context.ts'
import { notePulls } from './pull-pace.ts'

/*
 *            answer in time                late answer
 * checking -----------------> online <-----------------> slow
 *     |                         ^                          ^
 *     +--- no answer ---> offline ---- any answer ---------+
 *
 * `navigator.onLine` is ignored: true proves nothing, and false is wrong on some VPNs.
 */
const STATE_VALID_MS = 2 * IDLE_PROBE_MS

const running = new WeakMap<AppContext, Promise<Connection>>()

/** Absolute difference: after the clock is set back, an earlier answer does not count as recent. */
const isWithin = (at: number | null, limitMs: number, nowMs: number): boolean =>
  at !== null && Math.abs(nowMs - at) < limitMs

/** After a sleep the state is unknown: hours-old knowledge must not be shown as current. */
function doubt(phone: AppContext): void {
  const { state, lastSuccessAt } = phone.connection.get()
  const isKnown = state !== 'offline' && isWithin(lastSuccessAt, STATE_VALID_MS, phone.clock.now())
  if (state !== 'offline' && !isKnown) phone.connection.set({ state: 'checking', lastSuccessAt })
}

async function ask(phone: AppContext): Promise<Connection> {
  doubt(phone)
  const start = phone.clock.now()
  const answer = await getHealth(phone.client, PROBE_TIMEOUT_MS)
  const now = phone.clock.now()
  // An error response counts too, as long as our provider sent it.
  const isReached = answer.ok || answer.error.kind === 'problem'
  const next: Connection = isReached
    ? { state: now - start > SLOW_ANSWER_MS ? 'slow' : 'online', lastSuccessAt: now }
    : { state: 'offline', lastSuccessAt: phone.connection.get().lastSuccessAt }
  phone.connection.set(next)
  // A timeout may be the connection's fault; in that case the next minute's probe costs the provider nothing.
  if (!answer.ok && answer.error.kind !== 'timeout') notePulls(phone, [answer.error])
  return next
}

/** Checks whether the provider answers; concurrent callers share one request. */
export function probe(phone: AppContext): Promise<Connection> {
  const current = running.get(phone)
  if (current !== undefined) return current
  const mine = ask(phone).finally(() => running.delete(phone))
  running.set(phone, mine)
  return mine
}

/**
 * Like `probe`, after a fresh sign. A probe begun earlier may hang on the former connection: if it gets no answer, the
 * provider is probed once more.
 */
export async function probeAnew(phone: AppContext): Promise<Connection> {
  const before = running.get(phone)
  if (before === undefined) return probe(phone)
  const found = await before
  return found.state === 'offline' ? probe(phone) : found
}

/** Returns whether a request is worth sending now; probes only when the last answer is not recent. */
export async function isReachable(phone: AppContext): Promise<boolean> {
  const { state, lastSuccessAt } = phone.connection.get()
  const isRecent = isWithin(lastSuccessAt, PROBE_VALID_MS, phone.clock.now())
  if ((state === 'online' || state === 'slow') && isRecent) return true
  return (await probe(phone)).state !== 'offline'
}
