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
  /** Sent, and no answer came: the effect may or may not be there. The request stays until the driver or the provider says more. */
  | { readonly kind: 'outcome_unknown'; readonly requestId: string }
  /** Not kept, and so not sent. */
  | { readonly kind: EnqueueError }
  /** Too old to be asked for: the lists are all there is to go by. */
  | { readonly kind: 'too_old' }

type Answered = Promise<Result<Ack, NowError>>

const SIGNED_OUT = err({ kind: 'signed_out' } as const)

/** Held while a request about one thing is stored and sent: of any number of tabs one sends it, the others wait for its answer. */
export const subjectLock = (entity: string): string => LOCKS.request + entity

/** What the provider did is done, also where this phone cannot note it: the row stays, and the next start asks for it. */
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

/** Its first try never got as far as the provider's doing: there is nothing to remember but that it was tried. */
async function endUndone(work: Work, { id }: OutboxRow): Promise<void> {
  await stepRow(work, id, (stored) => discarded(stored, work.phone.clock.now()))
}

/** Too many requests: said at once where the provider promises that nothing comes of this one. The 429 alone says nothing about the key. */
const endBusy = (work: Work, row: OutboxRow, failure: WireFailure): Promise<Tried> =>
  unlessDone(work, row, () => endFor(work, row, { as: rejected, failure }))

/** One try. A driver whose first is refused for the rate of them waits for the word. */
async function tryOnce(work: Work, row: OutboxRow): Promise<Tried> {
  const tried = await attempt(work, row)
  if (tried.kind !== 'again' || !isFirst(row) || !isBusy(tried.failure)) return tried
  const ended = await endBusy(work, row, tried.failure)
  return ended.kind === 'signed_out' || ended.kind === 'again' ? tried : ended
}

/** It was settled in another tab, before this tap got its turn or while it waited: the provider tells it once more. */
async function answerOf(work: Work, row: OutboxRow): Answered {
  const fate = await fateOf(work, row, 'ask')
  if (fate.ok && fate.value.state === 'done') return ok(fate.value.value)
  return !fate.ok && fate.error.kind === 'signed_out' ? SIGNED_OUT : err({ kind: 'outcome_unknown', requestId: row.id })
}

/** From now on only the driver sends it again: they have been told. */
async function giveIn(work: Work, row: OutboxRow, failure: WireFailure | null): Answered {
  const at = momentOf(work.phone)
  const error = failure === null ? null : toOutboxError(failure, at.now)
  const told = await work.note(stepRow(work, row.id, (stored) => unconfirmed(stored, at, error)))
  return told === undefined ? answerOf(work, row) : err({ kind: 'outcome_unknown', requestId: row.id })
}

/** A claimed request: sent, and while the page still waits sent again under its key. */
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

/** What was only typed, and refused at its first try, is still what its driver typed: kept, for another tap. */
async function keepDraft(work: Work, draft: OutboxRow): Promise<void> {
  const { phone, userId } = work
  const row = await readOwnRow(phone.dbs, userId, draft.id)
  if (row === undefined || row === null || row.attempts > 1) return
  // Its key is used up: whatever is sent under it again is refused again.
  if (row.state === 'rejected') await work.note(record(phone, userId, { command: draft.command, isDraft: true }))
  // It never left.
  if (row.state === 'discarded')
    await work.note(applyOutboxChange(phone.dbs, userId, { id: draft.id, change: () => draft }))
}

/** On the driver's tap: what is open goes on under its key, what is done is told. */
async function goOn(work: Work, found: OutboxRow): Answered {
  const now = work.phone.clock.now()
  const row = await stepRow(work, found.id, (stored) => claimed(stored, now))
  if (row === undefined) return answerOf(work, found)
  const answer = await sendUntilAnswered(work, row)
  if (!answer.ok && isDraft(found)) await keepDraft(work, found)
  return answer
}

/**
 * A repeat is told what was done or known then. What was undone or changed since, on another phone say, is no answer to the tap of now; nor is a
 * payment that was open: its driver may have paid it.
 */
async function isStillSo({ phone, userId }: Work, { command }: OutboxRow, told: Ack): Promise<boolean> {
  if (told.kind === 'verified') return !isPaymentOpen(told.answer.data.payment.state)
  if (told.kind !== 'booking') return true
  const pulled = await pullBooking(phone, userId, told.booking.booking_code)
  if (!pulled.ok) return true
  return 'bookingId' in command ? isBookingDone(command, pulled.value) : pulled.value.status === 'active'
}

/** Who taps, and what was done already when they did. Undefined where they are signed in no more. */
export interface Tap {
  readonly phone: AppContext
  readonly userId: string
  readonly doneBefore: ReadonlySet<string> | undefined
}

/** Comes before anything that takes time: what another tab has done since is told to this tap, and not done again. */
export const noteTap = async (phone: AppContext, userId: string): Promise<Tap> => ({
  ...{ phone, userId },
  doneBefore: await asUser(phone.dbs, userId, {
    tables: ['outbox'],
    run: toRead,
    work: async (db) => new Set(await db.outbox.where({ state: 'done' }).primaryKeys()),
  }),
})

/**
 * The one path of everything that needs an answer now: stored with its key under one lock, then sent, then settled by one
 * acknowledgement. A tap for what another tab has asked for meanwhile gets that one's answer. Rejects with `LockTimeoutError` where another tab does
 * not let go.
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

/** On the driver's tap: the same request again, under its own key. Null: it is not there any more, or ended otherwise. */
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
