import { findSession } from '../db/read/session.ts'
import { drain, drainLock, type DrainOutcome } from './drain.ts'
import type { Phone } from './phone.ts'

interface Turns {
  running: Promise<DrainOutcome> | undefined
  next: Promise<DrainOutcome> | undefined
}

const turnsOf = new WeakMap<Phone, Turns>()

/** After the other tab's drain: what it had not seen yet. */
async function afterOthers(phone: Phone): Promise<DrainOutcome> {
  const session = await findSession(phone.dbs)
  if (session === undefined) return { kind: 'signed_out' }
  await phone.locks.run(drainLock(session.user.user_id), () => Promise.resolve())
  return drain(phone)
}

async function turn(phone: Phone): Promise<DrainOutcome> {
  const outcome = await drain(phone)
  return outcome.kind === 'busy' ? afterOthers(phone) : outcome
}

/**
 * Drains, and resolves when what was in the outbox at the call was tried. Calls while one is under way share the one after
 * it.
 */
export function drainSoon(phone: Phone): Promise<DrainOutcome> {
  const turns = turnsOf.get(phone) ?? { running: undefined, next: undefined }
  turnsOf.set(phone, turns)
  const start = (): Promise<DrainOutcome> => {
    turns.next = undefined
    const mine = turn(phone).finally(() => {
      if (turns.running === mine) turns.running = undefined
    })
    turns.running = mine
    return mine
  }
  if (turns.running === undefined) return start()
  turns.next ??= turns.running.then(start, start)
  return turns.next
}
