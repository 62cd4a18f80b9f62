import { isDraft, type OutboxRow, type OutboxState } from '../../../src/db/outbox-row.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import type { Journal } from './journal.ts'
import { checkMade } from './shop-rules.ts'
import { isWaitingRow } from './stored.ts'
import { hold } from './violation.ts'

/** A command as of the previous look. */
export interface KnownCommand {
  row: OutboxRow
  /** The driver has discarded it, or is about to. */
  mayVanish: boolean
}

export interface Truth {
  readonly journal: Journal
  /** The true time, epoch milliseconds. */
  readonly nowMs: number
  /** Which driver was signed in on the page where a plate, or the value of a gift, was typed. */
  readonly tapped: ReadonlyMap<string, string>
}

const name = (row: OutboxRow): string => `${row.kind} ${row.id} (${row.state})`

/** Answers carry times in whole seconds, and take a while to arrive. */
const SLACK_MS = 2_000
/** The phone's own age limit for keys, less its possible clock error. */
const FORGOTTEN_MS = 24 * DAY_MS

/** A tap by one driver never becomes another driver's command. */
function judgeWho({ command, owner }: OutboxRow, { tapped }: Truth): void {
  const plate = 'body' in command && 'plate' in command.body ? command.body.plate : undefined
  const mark = command.kind === 'gift.buy' ? `gift ${String(command.body.amount)}` : plate
  const who = mark === undefined ? undefined : tapped.get(mark)
  hold(
    who === undefined || owner === `user:${who}`,
    'what one driver taps is never another’s',
    () => `${owner}, not ${String(who)}`,
  )
}

type Judge = (row: OutboxRow, truth: Truth) => void

/** A payment at a gateway can only be continued for a limited time. */
const CLOSES: ReadonlySet<string> = new Set(['wallet.top_up', 'booking.checkout', 'order.checkout'])

/** What must be true when a command ends. */
const ENDS: Partial<Record<OutboxState, Judge>> = {
  done(row, { journal }) {
    const isTrue = journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.everHeld(row.command)
    hold(isTrue, 'never done before the provider did', () => name(row))
    checkMade(row.id, row.command, journal)
  },
  rejected(row, { journal }) {
    // A rate limit is not a final refusal: it is shown to a driver who waits for the answer, and ends a command that
    // can no longer take effect.
    const isBusy = row.lane === 'now' && row.lastError?.status === 429
    // A closed account gets no token, so the request itself is never answered.
    const isClosed = row.lastError?.code === 'account_disabled'
    hold(isBusy || isClosed || journal.hasRefusal(row.id), 'refused only by the provider', () => name(row))
  },
  expired(row, { nowMs }) {
    const { command, firstSentAt } = row
    const isLate = command.kind === 'booking.extend' && nowMs + SLACK_MS > Date.parse(command.notAfter)
    const isForgotten = firstSentAt !== null && nowMs - firstSentAt > FORGOTTEN_MS
    const isClosed = CLOSES.has(command.kind)
    const isDue = isLate || isForgotten || isClosed
    hold(isDue, 'nothing expires early', () => `${name(row)} at ${new Date(nowMs).toISOString()}`)
  },
  quarantined(row) {
    hold(false, 'every row can be read', () => name(row))
  },
}

/** Checks the wait against the provider's wording, because another request in transit may have been told the same. */
function judgeWait(before: OutboxRow | undefined, row: OutboxRow, { journal, nowMs }: Truth): void {
  const { lane, state, lastError, nextAt } = row
  if (lane !== 'queued' || state !== 'queued' || lastError?.status !== 429) return
  if (before?.lastError?.at === lastError.at) return
  const waitMs = journal.waitFor(row.id, lastError.detail, nowMs) ?? 0
  hold(
    nextAt - lastError.at >= waitMs,
    'Retry-After is heeded',
    () => `${name(row)}: ${String(nextAt - lastError.at)} of ${String(waitMs)} ms`,
  )
}

/** Judges the change from the known row to the stored one. */
export function judgeStep(before: OutboxRow | undefined, row: OutboxRow, truth: Truth): void {
  if (before === row) return
  if (before === undefined) judgeWho(row, truth)
  const wasWaiting = before === undefined || isWaitingRow(before)
  hold(wasWaiting || !isWaitingRow(row), 'what has ended does not begin again', () => name(row))
  hold(before === undefined || before.owner === row.owner, 'a command keeps its owner', () => name(row))
  const isSent = before?.firstSentAt !== undefined && before.firstSentAt !== null
  const isSame = before === undefined || JSON.stringify(before.command) === JSON.stringify(row.command)
  hold(!isSent || isSame, 'what was sent is not changed', () => name(row))
  judgeWait(before, row, truth)
  if (before?.state !== row.state) ENDS[row.state]?.(row, truth)
}

/**
 * A settled command is deleted after a while; a waiting one never is on its own. `isLeft` means that a driver signed in
 * or out since the last look, which deletes all ended commands, and the provider may have answered just before that.
 */
export function judgeVanished(
  { row, mayVanish }: KnownCommand,
  journal: Journal,
  { isLeft, rows }: { readonly isLeft: boolean; readonly rows: readonly OutboxRow[] },
): void {
  // A later command about the same thing replaces one that was never sent. A driver has one default vehicle.
  const isAbout = ({ entity, kind }: OutboxRow): boolean =>
    entity === row.entity || (kind === 'vehicle.set_default' && kind === row.kind)
  const isReplaced = isLeft && row.firstSentAt === null && rows.some((other) => isAbout(other) && other.seq > row.seq)
  const hasEnded = isLeft && (journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.hasRefusal(row.id))
  // A draft may be replaced by the next one. A `payment.verify` changes nothing, and is asked again.
  const isQuestion = row.kind === 'payment.verify'
  const mayGo = mayVanish || hasEnded || isReplaced || isQuestion
  hold(mayGo || !isWaitingRow(row) || isDraft(row), 'no command vanishes', () => name(row))
}

const ENDED_WITHOUT: ReadonlySet<OutboxState> = new Set(['rejected', 'expired', 'discarded'])

/**
 * Whether the provider no longer remembers the key: the row then says that the outcome is unknown, not that nothing
 * happened.
 */
const isForgotten = ({ state, firstSentAt, settledAt }: OutboxRow): boolean =>
  state === 'expired' && firstSentAt !== null && (settledAt ?? 0) - firstSentAt > FORGOTTEN_MS

/** Whether the row says that its key has no effect, now or later. */
export const isEndedWithout = (row: OutboxRow): boolean => ENDED_WITHOUT.has(row.state) && !isForgotten(row)

/** A refused, discarded or late command never takes effect, even when its request was still in transit. */
export function judgeEnded(keys: Iterable<string>, journal: Journal): void {
  for (const key of keys) hold(!journal.hasEffect(key), 'what has ended never happens', () => key)
}
