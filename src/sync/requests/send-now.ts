import { RESEND_WAITS_MS } from '../../config/limits.ts'
import { LOCKS } from '../../config/lock-names.ts'
import { applyOutboxChange } from '../../db/apply/outbox.ts'
import { asUser, toRead } from '../../db/as-user.ts'
import { type NowCommand, subjectOf } from '../../db/command.ts'
import { isDraft, type OutboxRow } from '../../db/outbox-row.ts'
import { isPaymentOpen } from '../../domain/payment.ts'
import { unreachable } from '../../lib/assert.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { isBookingDone } from '../../outbox/commands/is-done.ts'
import { type EnqueueError, record } from '../../outbox/record.ts'
import { isBusy } from '../../outbox/outcomes.ts'
import { readOwnRow } from '../../outbox/read.ts'
import { claimed, discarded, isWaiting, rejected, unconfirmed } from '../../outbox/settle.ts'
import { toOutboxError, type WireFailure } from '../../outbox/wire-failure.ts'
import type { AppContext } from '../app-context.ts'
import { probe } from '../probe.ts'
import { pullBooking } from '../pull/pull-bookings.ts'
import { pauseOf } from '../send-until-answered.ts'
import { attempt, endFor, fateOf, type Tried, unlessDone } from './attempt.ts'
import { momentOf, stepRow, type Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

export type NowError =
  | WireFailure
  /**
   * Sent without an answer: it may or may not have taken effect. The request stays until the driver or the provider
   * settles it.
   */
  | { readonly kind: 'outcome_unknown'; readonly requestId: string }
  /** Not stored, and therefore not sent. */
  | { readonly kind: EnqueueError }
  /** Its key is too old to ask about: only the lists remain. */
  | { readonly kind: 'too_old' }

type Answered = Promise<Result<Ack, NowError>>

const SIGNED_OUT = err({ kind: 'signed_out' } as const)

/**
 * Held while a request about one subject is stored and sent: of several tabs one sends it, the others wait for its
 * answer.
 */
export const subjectLock = (entity: string): string => LOCKS.request + entity

/** A success counts even if this phone cannot store it: the row stays, and the next start checks it. */
function nowWork(phone: AppContext, userId: string): Work {
  return {
    phone,
    userId,
    async note(noting) {
      try {
        return await noting
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        phone.log.warn('an answer was not stored', { reason: error.reason })
        return undefined
      }
    },
  }
}

const isFirst = ({ attempts }: OutboxRow): boolean => attempts === 1

/** The first attempt never reached the provider's processing, so only the attempt is recorded. */
async function endUndone(work: Work, { id }: OutboxRow): Promise<void> {
  await stepRow(work, id, (stored) => discarded(stored, work.phone.clock.now()))
}

/**
 * Too many requests: reported at once if the provider promises not to carry this one out. The 429 alone says nothing
 * about the key.
 */
const endBusy = (work: Work, row: OutboxRow, failure: WireFailure): Promise<Tried> =>
  unlessDone(work, row, () => endFor(work, row, { as: rejected, failure }))

/** Makes one attempt. When the first is rate-limited, the driver is told at once. */
async function tryOnce(work: Work, row: OutboxRow): Promise<Tried> {
  const tried = await attempt(work, row)
  if (tried.kind !== 'again' || !isFirst(row) || !isBusy(tried.failure)) return tried
  const ended = await endBusy(work, row, tried.failure)
  return ended.kind === 'signed_out' || ended.kind === 'again' ? tried : ended
}

/**
 * The request was settled in another tab, before this tap got its turn or while it waited: asks the provider for the
 * answer again.
 */
async function answerOf(work: Work, row: OutboxRow): Answered {
  const fate = await fateOf(work, row, 'ask')
  if (fate.ok && fate.value.state === 'done') return ok(fate.value.value)
  return !fate.ok && fate.error.kind === 'signed_out' ? SIGNED_OUT : err({ kind: 'outcome_unknown', requestId: row.id })
}

/** Marks the request unconfirmed: from then on only the driver, who is told, resends it. */
async function giveIn(work: Work, row: OutboxRow, failure: WireFailure | null): Answered {
  const at = momentOf(work.phone)
  const error = failure === null ? null : toOutboxError(failure, at.now)
  const told = await work.note(stepRow(work, row.id, (stored) => unconfirmed(stored, at, error)))
  return told === undefined ? answerOf(work, row) : err({ kind: 'outcome_unknown', requestId: row.id })
}

/** Sends a claimed request, and resends it under its key while the page waits. */
async function sendUntilAnswered(work: Work, claimedRow: OutboxRow): Answered {
  const { phone } = work
  let row: OutboxRow = claimedRow
  let last: WireFailure | null = null
  for (const waitMs of [0, ...RESEND_WAITS_MS]) {
    const pauseMs = pauseOf(waitMs, last)
    if (pauseMs === null) break
    if (waitMs > 0) {
      await phone.wait(pauseMs)
      if ((await probe(phone)).state === 'offline') continue
      const again = await stepRow(work, row.id, (stored) => claimed(stored, phone.clock.now()))
      if (again === undefined) return answerOf(work, row)
      row = again
    }
    const tried = await tryOnce(work, row)
    switch (tried.kind) {
      case 'done':
        return ok(tried.ack)
      case 'ended':
        return err(tried.failure ?? { kind: 'too_old' })
      case 'signed_out':
        if (isFirst(row)) await endUndone(work, row)
        else await giveIn(work, row, { kind: 'signed_out' })
        return err({ kind: 'signed_out' })
      case 'again':
        last = tried.failure
        break
      default:
        return unreachable(tried)
    }
  }
  return giveIn(work, row, last)
}

/** Keeps a draft whose first attempt was refused, for another tap. */
async function keepDraft(work: Work, draft: OutboxRow): Promise<void> {
  const { phone, userId } = work
  const row = await readOwnRow(phone.dbs, userId, draft.id)
  if (row === undefined || row === null || row.attempts > 1) return
  // Its key is used up: repeats under it are refused too.
  if (row.state === 'rejected') await work.note(record(phone, userId, { command: draft.command, isDraft: true }))
  // It was never processed, so the draft itself is restored.
  if (row.state === 'discarded')
    await work.note(applyOutboxChange(phone.dbs, userId, { id: draft.id, change: () => draft }))
}

/** On the driver's tap: continues an open request under its key, reports a done one. */
async function goOn(work: Work, found: OutboxRow): Answered {
  const now = work.phone.clock.now()
  const row = await stepRow(work, found.id, (stored) => claimed(stored, now))
  if (row === undefined) return answerOf(work, found)
  const answer = await sendUntilAnswered(work, row)
  if (!answer.ok && isDraft(found)) await keepDraft(work, found)
  return answer
}

/**
 * A repeat returns the result of its time. A state that was undone or changed since, for example on another phone, does
 * not answer the current tap; nor does a payment that was open, since its driver may have paid it.
 */
async function isStillSo({ phone, userId }: Work, { command }: OutboxRow, told: Ack): Promise<boolean> {
  if (told.kind === 'verified') return !isPaymentOpen(told.answer.data.payment.state)
  if (told.kind !== 'booking') return true
  const pulled = await pullBooking(phone, userId, told.booking.booking_code)
  if (!pulled.ok) return true
  return 'bookingId' in command ? isBookingDone(command, pulled.value) : pulled.value.status === 'active'
}

/** The driver who taps, and the requests done before the tap. `doneBefore` is undefined when they are signed out. */
export interface Tap {
  readonly phone: AppContext
  readonly userId: string
  readonly doneBefore: ReadonlySet<string> | undefined
}

/** Called before anything slow: what another tab has done since then answers this tap instead of being done again. */
export const noteTap = async (phone: AppContext, userId: string): Promise<Tap> => ({
  ...{ phone, userId },
  doneBefore: await asUser(phone.dbs, userId, {
    tables: ['outbox'],
    run: toRead,
    work: async (db) => new Set(await db.outbox.where({ state: 'done' }).primaryKeys()),
  }),
})

/**
 * The single path of all commands that need an answer at once: stored with its key under one lock, then sent, then
 * settled by one acknowledgement. A tap for what another tab has requested meanwhile gets that tab's answer. Rejects
 * with `LockTimeoutError` when another tab does not release the lock.
 */
export async function askNow({ phone, userId, doneBefore }: Tap, command: NowCommand): Answered {
  if (doneBefore === undefined) return SIGNED_OUT
  const work = nowWork(phone, userId)
  return phone.locks.run(subjectLock(subjectOf(command)), async () => {
    const placed = await record(phone, userId, { command, doneBefore })
    if (!placed.ok) return err({ kind: placed.error })
    const { row, isMine } = placed.value
    if (isMine) return sendUntilAnswered(work, row)
    const answer = await goOn(work, row)
    if (!answer.ok || (await isStillSo(work, row, answer.value))) return answer
    const anew = await record(phone, userId, { command, doneBefore: new Set([...doneBefore, row.id]) })
    return anew.ok ? sendUntilAnswered(work, anew.value.row) : err({ kind: anew.error })
  })
}

/**
 * On the driver's tap: sends the same request again under its own key. Returns null when it is gone, or ended
 * differently.
 */
export async function askAgain(phone: AppContext, userId: string, id: string): Promise<Result<Ack | null, NowError>> {
  const work = nowWork(phone, userId)
  const known = await readOwnRow(phone.dbs, userId, id)
  if (known === undefined) return SIGNED_OUT
  if (known === null) return ok(null)
  return phone.locks.run(subjectLock(known.entity), async () => {
    const row = await readOwnRow(phone.dbs, userId, id)
    if (row === undefined) return SIGNED_OUT
    return row !== null && (isWaiting(row) || row.state === 'done') ? goOn(work, row) : ok(null)
  })
}
