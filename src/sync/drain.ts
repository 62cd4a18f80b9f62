import { applyOutboxSweep } from '../db/apply/outbox.ts'
import { LOCKS } from '../config/lock-names.ts'
import { findSession } from '../db/read/session.ts'
import { userHash } from '../db/user-hash.ts'
import type { Currency } from '../domain/money.ts'
import type { EntityKey } from '../domain/commands.ts'
import { StorageError, type StorageReason } from '../lib/storage-trouble.ts'
import { type OutboxEntry, type OutboxRow, readOutbox, readPending, waitingOf } from '../outbox/read.ts'
import { heldBack, isDue } from '../outbox/settle.ts'
import { toSweep } from '../outbox/retention.ts'
import { deliver, type Delivery } from './outbox/deliver.ts'
import { quarantineUnreadable } from './outbox/quarantine.ts'
import { type Drain, momentOf, stepRow } from './outbox/row-steps.ts'
import type { Phone } from './phone.ts'
import { isReachable } from './probe.ts'
import { pullWallet } from './pull/pull-wallet.ts'

export type DrainOutcome =
  /** Another tab or the worker is at it. */
  | { readonly kind: 'busy' }
  /** Nothing is sent before this driver has signed in again; everything is kept. */
  | { readonly kind: 'signed_out' }
  | { readonly kind: 'offline'; readonly nextAt: number | null }
  /** The phone could not note an answer, for want of room say: the rows stay and are sent again with their keys. */
  | { readonly kind: 'storage'; readonly reason: StorageReason }
  /** `nextAt`: when the next row is due, epoch milliseconds; null when none waits. */
  | { readonly kind: 'rested'; readonly settled: number; readonly left: number; readonly nextAt: number | null }

/** For economy only: the safety is the key of each command. */
export const drainLock = (userId: string): string => LOCKS.drain + userHash(userId)

const LANES = 2

/** The rows of each entity in their order, as far as they may follow each other; the first of each leads. */
function linesOf(rows: readonly OutboxRow[]): readonly (readonly OutboxRow[])[] {
  const byEntity = new Map<EntityKey, OutboxRow[]>()
  const firstDefault = rows.find((row) => row.kind === 'vehicle.set_default')
  for (const row of rows) {
    const line = byEntity.get(row.entity)
    if (line === undefined) byEntity.set(row.entity, [row])
    else line.push(row)
  }
  return [...byEntity.values()].flatMap((line) => {
    // A driver has one default: two choices of it keep their order although they name two vehicles.
    const end = line.findIndex((row) => row.kind === 'vehicle.set_default' && row !== firstDefault)
    const free = end === -1 ? line : line.slice(0, end)
    return free.length === 0 ? [] : [free]
  })
}

/** What stands behind another is due with that one: to drain for it before would be in vain, again and again. */
function nextAtOf(rows: readonly OutboxRow[]): number | null {
  const heads = linesOf(rows).flatMap(([head]) => (head === undefined ? [] : [head.nextAt]))
  return heads.length === 0 ? null : Math.min(...heads)
}

/** The lines that may go: an entity whose first row is not due waits. */
const queuesOf = (rows: readonly OutboxRow[], now: number): readonly (readonly OutboxRow[])[] =>
  linesOf(rows).filter(([head]) => head !== undefined && isDue(head, now))

interface Tally {
  settled: number
  stop: Extract<Delivery, { kind: 'stop' }>['why'] | undefined
  readonly currencies: Set<Currency>
}

async function deliverQueue(drain: Drain, queue: readonly OutboxRow[], tally: Tally): Promise<void> {
  for (const row of queue) {
    if (tally.stop !== undefined) return
    const delivery = await deliver(drain, row.id)
    if (delivery.kind === 'stop') tally.stop ??= delivery.why
    if (delivery.kind !== 'settled') return
    tally.settled += 1
    if (delivery.ack?.kind === 'booking') tally.currencies.add(delivery.ack.booking.currency)
  }
}

/** Each lane takes the next entity when it is done with one, so a slow one holds up only itself. */
async function deliverAll(drain: Drain, queues: readonly (readonly OutboxRow[])[], tally: Tally): Promise<void> {
  const left = queues.values()
  const lane = async (): Promise<void> => {
    for (const queue of left) {
      if (tally.stop !== undefined) return
      await deliverQueue(drain, queue, tally)
    }
  }
  // A lane that failed must not free the lock while the other still sends.
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function holdBack(drain: Drain, rows: readonly OutboxRow[]): Promise<DrainOutcome> {
  const at = momentOf(drain.phone)
  for (const { id, answers } of rows)
    if (answers.at(-1)?.outcome !== 'not_sent') await stepRow(drain, id, (row) => heldBack(row, at))
  return { kind: 'offline', nextAt: nextAtOf(rows) }
}

async function sweep({ phone, userId }: Drain, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = toSweep(entries, phone.clock.now())
  if (ids.length > 0) await applyOutboxSweep(phone.dbs, userId, ids)
}

/*
 *   under the lock:  probe --- offline ---> rest
 *                      |
 *                    rounds over what is due, two entities at a time, until a round settles nothing
 *                      |
 *                    sweep what is old, follow the money
 */
async function work(drain: Drain): Promise<DrainOutcome> {
  const { phone, userId } = drain
  const before = await readOutbox(phone.dbs)
  quarantineUnreadable(drain, before)
  const waiting = waitingOf(before)
  if (waiting.length === 0) return { kind: 'rested', settled: 0, left: 0, nextAt: null }
  if (!(await isReachable(phone))) return holdBack(drain, waiting)
  const tally: Tally = { settled: 0, stop: undefined, currencies: new Set() }
  let settled: number
  do {
    settled = tally.settled
    const queues = queuesOf(await readPending(phone.dbs), phone.clock.now())
    await deliverAll(drain, queues, tally)
  } while (tally.stop === undefined && tally.settled > settled)
  for (const currency of tally.currencies) phone.inBackground(pullWallet(phone, userId, currency))
  if (tally.stop === 'signed_out') return { kind: 'signed_out' }
  const after = await readOutbox(phone.dbs)
  await sweep(drain, after)
  const left = waitingOf(after)
  if (tally.stop === 'offline') return { kind: 'offline', nextAt: nextAtOf(left) }
  return { kind: 'rested', settled: tally.settled, left: left.length, nextAt: nextAtOf(left) }
}

/**
 * Sends what waits in the signed-in driver's outbox, unless somebody else on this phone is at it. Never throws for what a
 * network, a provider or a full disk may do.
 */
export async function drain(phone: Phone): Promise<DrainOutcome> {
  try {
    const session = await findSession(phone.dbs)
    if (session === undefined || !session.live) return { kind: 'signed_out' }
    const userId = session.user.user_id
    const ran = await phone.locks.runIfFree(drainLock(userId), () => work({ phone, userId }))
    return ran.ok ? ran.value : { kind: 'busy' }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'storage', reason: error.reason }
    throw error
  }
}
