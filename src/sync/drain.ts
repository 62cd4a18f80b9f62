import { applyOutboxSweep } from '../db/apply/outbox.ts'
import { LOCKS } from '../config/lock-names.ts'
import { findSession } from '../db/read/session.ts'
import { userHash } from '../db/user-hash.ts'
import type { Currency } from '../domain/money.ts'
import { isQueueable, lineOf } from '../domain/commands.ts'
import { LONG_LOCK_WAIT_MS } from '../lib/locks.ts'
import { StorageError, type StorageReason } from '../lib/storage-trouble.ts'
import { type OutboxEntry, type OutboxRow, readOwnOutbox, toSendOf } from '../outbox/read.ts'
import { heldBack, isDue } from '../outbox/settle.ts'
import { toSweep } from '../outbox/retention.ts'
import type { AppContext } from './app-context.ts'
import { isReachable } from './probe.ts'
import { pullWallet } from './pull/pull-wallet.ts'
import { deliver, type Delivery } from './requests/deliver.ts'
import { quarantineUnreadable } from './requests/quarantine.ts'
import { momentOf, queuedWork, stepRow, type Work } from './requests/row-steps.ts'

export type DrainOutcome =
  /** Another tab or the worker is draining. */
  | { readonly kind: 'busy' }
  /** Nothing is sent before this driver has signed in again; everything is kept. */
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'offline'; readonly nextAt: number | null }
  /**
   * The phone could not store an answer, for example for lack of room: the rows stay and are resent under their keys.
   */
  | { readonly kind: 'storage'; readonly reason: StorageReason }
  /** `nextAt`: when the next row is due, epoch milliseconds; null when none waits. */
  | { readonly kind: 'rested'; readonly settled: number; readonly left: number; readonly nextAt: number | null }

/** Only saves work: the key of each command ensures safety. */
export const drainLock = (userId: string): string => LOCKS.drain + userHash(userId)

const SIGNED_OUT: DrainOutcome = { kind: 'signed_out' }
const AT_ONCE = 2

/** Rows that must keep their order; the first leads. */
type Line = readonly [OutboxRow, ...OutboxRow[]]

function linesOf(rows: readonly OutboxRow[]): readonly Line[] {
  const lines = new Map<string, [OutboxRow, ...OutboxRow[]]>()
  for (const row of rows) {
    const name = isQueueable(row.command) ? lineOf(row.command) : row.entity
    const line = lines.get(name)
    if (line === undefined) lines.set(name, [row])
    else line.push(row)
  }
  return [...lines.values()]
}

/** A row behind another is due with that one: draining for it earlier would be in vain each time. */
function nextAtOf(rows: readonly OutboxRow[]): number | null {
  const lines = linesOf(rows)
  return lines.length === 0 ? null : Math.min(...lines.map(([head]) => head.nextAt))
}

/** Returns the lines whose first row is due; the others wait. */
const queuesOf = (rows: readonly OutboxRow[], now: number): readonly Line[] =>
  linesOf(rows).filter(([head]) => isDue(head, now))

interface Tally {
  settled: number
  stop: Extract<Delivery, { kind: 'stop' }>['why'] | undefined
  readonly currencies: Set<Currency>
}

async function deliverQueue(work: Work, queue: Line, tally: Tally): Promise<void> {
  for (const row of queue) {
    if (tally.stop !== undefined) return
    const delivery = await deliver(work, row.id)
    if (delivery.kind === 'stop') tally.stop ??= delivery.why
    if (delivery.kind !== 'settled') return
    tally.settled += 1
    if (delivery.ack?.kind === 'booking') tally.currencies.add(delivery.ack.booking.currency)
  }
}

/** Each of the two loops takes the next line when it finishes one, so a slow line delays only itself. */
async function deliverAll(work: Work, queues: readonly Line[], tally: Tally): Promise<void> {
  const left = queues.values()
  const turn = async (): Promise<void> => {
    for (const queue of left) {
      if (tally.stop !== undefined) return
      await deliverQueue(work, queue, tally)
    }
  }
  // A failed loop must not release the lock while the other one sends.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, turn))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function holdBack(work: Work, rows: readonly OutboxRow[]): Promise<DrainOutcome> {
  const at = momentOf(work.phone)
  for (const { id, answers } of rows)
    if (answers.at(-1)?.outcome !== 'not_sent') await stepRow(work, id, (row) => heldBack(row, at))
  return { kind: 'offline', nextAt: nextAtOf(rows) }
}

async function sweep({ phone, userId }: Work, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = toSweep(entries, phone.clock.now())
  if (ids.length > 0) await applyOutboxSweep(phone.dbs, userId, ids)
}

/*
 *   under the lock:  probe --- offline ---> rest
 *                      |
 *                    rounds over what is due, two lines at a time, until a round settles nothing
 *                      |
 *                    sweep old rows, pull the wallets that changed
 */
async function drainNow(work: Work): Promise<DrainOutcome> {
  const { phone, userId } = work
  const before = await readOwnOutbox(phone.dbs, userId)
  if (before === undefined) return SIGNED_OUT
  quarantineUnreadable(work, before)
  const waiting = toSendOf(before)
  // Nothing is due, so the network is left asleep.
  if (queuesOf(waiting, phone.clock.now()).length === 0)
    return { kind: 'rested', settled: 0, left: waiting.length, nextAt: nextAtOf(waiting) }
  if (!(await isReachable(phone))) return holdBack(work, waiting)
  const tally: Tally = { settled: 0, stop: undefined, currencies: new Set() }
  let entries: readonly OutboxEntry[] | undefined = before
  let settled: number
  do {
    settled = tally.settled
    await deliverAll(work, queuesOf(toSendOf(entries), phone.clock.now()), tally)
    entries = await readOwnOutbox(phone.dbs, userId)
  } while (entries !== undefined && tally.stop === undefined && tally.settled > settled)
  for (const currency of tally.currencies) phone.inBackground(pullWallet(phone, userId, { currency }))
  if (entries === undefined || tally.stop === 'signed_out') return SIGNED_OUT
  await sweep(work, entries)
  const left = toSendOf(entries)
  if (tally.stop === 'offline') return { kind: 'offline', nextAt: nextAtOf(left) }
  return { kind: 'rested', settled: tally.settled, left: left.length, nextAt: nextAtOf(left) }
}

/**
 * Sends the signed-in driver's outbox, unless another tab or the worker is doing so. Never throws for failures of the
 * network, the provider or a full disk.
 */
export async function drain(phone: AppContext): Promise<DrainOutcome> {
  try {
    const session = await findSession(phone.dbs)
    if (session === undefined || !session.live) return SIGNED_OUT
    const userId = session.user.user_id
    const ran = await phone.locks.runIfFree(drainLock(userId), () => drainNow(queuedWork(phone, userId)))
    return ran.ok ? ran.value : { kind: 'busy' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'storage', reason: error.reason }
    throw error
  }
}

interface Turns {
  running: Promise<DrainOutcome> | undefined
  next: Promise<DrainOutcome> | undefined
}

const turnsOf = new WeakMap<AppContext, Turns>()

/** Drains after the other tab has finished, for rows that it had not seen. */
async function afterOthers(phone: AppContext): Promise<DrainOutcome> {
  const session = await findSession(phone.dbs)
  if (session === undefined) return SIGNED_OUT
  const free = (): Promise<void> => Promise.resolve()
  // Bounded wait: a tab frozen while sending must not block the others forever.
  await phone.locks.run(drainLock(session.user.user_id), free, { waitMs: LONG_LOCK_WAIT_MS, onTimeout: 'take_over' })
  return drain(phone)
}

async function turn(phone: AppContext): Promise<DrainOutcome> {
  const outcome = await drain(phone)
  return outcome.kind === 'busy' ? afterOthers(phone) : outcome
}

/**
 * Drains, and resolves when everything in the outbox at the time of the call was tried. Calls during a running drain
 * share the next one.
 */
export function drainSoon(phone: AppContext): Promise<DrainOutcome> {
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
