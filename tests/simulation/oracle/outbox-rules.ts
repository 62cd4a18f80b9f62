import { isDraft, type OutboxRow, type OutboxState } from '../../../src/db/outbox-row.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import type { Journal } from './journal.ts'
import { checkMade } from './shop-rules.ts'
import { isWaitingRow } from './stored.ts'
import { hold } from './violation.ts'

/** What the oracle remembers of a command between two looks. */
export interface KnownCommand {
  row: OutboxRow
  /** The driver has given it up, or is about to. */
  mayVanish: boolean
}

export interface Truth {
  readonly journal: Journal
  /** The true time, epoch milliseconds. */
  readonly nowMs: number
  /** Whose page it was when a plate, or what a gift is worth, was typed into it. */
  readonly tapped: ReadonlyMap<string, string>
}

const name = (row: OutboxRow): string => `${row.kind} ${row.id} (${row.state})`

/** Answers are dated to the second, and take a while to come. */
const SLACK_MS = 2_000
/** The phone's own limit for keys, less what its clock may be off. */
const FORGOTTEN_MS = 24 * DAY_MS

/** What A taps is never B's. */
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

/** What is paid at a gateway can be gone on with for a while only. */
const CLOSES: ReadonlySet<string> = new Set(['wallet.top_up', 'booking.checkout', 'order.checkout'])

/** What must be true where a command ends. */
const ENDS: Partial<Record<OutboxState, Judge>> = {
  done(row, { journal }) {
    const isTrue = journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.everHeld(row.command)
    hold(isTrue, 'never done before the provider did', () => name(row))
    checkMade(row.id, row.command, journal)
  },
  rejected(row, { journal }) {
    // Too many requests is no refusal for good: it is said to a driver who waits for the word, and ends what cannot happen any more.
    const isBusy = row.lane === 'now' && row.lastError?.status === 429
    // Nor is it done for an account that was closed: no token was to be had for it, so the request itself was not answered.
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

/** As the provider said it: something else on the way may say so too. */
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

/** From what was known to what is stored now. */
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
 * A settled command leaves after a while; one that waits never does by itself. `isLeft`: somebody signed in or out since the
 * last look, and nothing that has ended stays then: what the provider has done may have ended just before.
 */
export function judgeVanished(
  { row, mayVanish }: KnownCommand,
  journal: Journal,
  { isLeft, rows }: { readonly isLeft: boolean; readonly rows: readonly OutboxRow[] },
): void {
  // What was never sent makes room for a later word about the same, which stands in its place. A driver has one default vehicle.
  const isAbout = ({ entity, kind }: OutboxRow): boolean =>
    entity === row.entity || (kind === 'vehicle.set_default' && kind === row.kind)
  const isReplaced = isLeft && row.firstSentAt === null && rows.some((other) => isAbout(other) && other.seq > row.seq)
  const hasEnded = isLeft && (journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.hasRefusal(row.id))
  // What was only typed makes room for the next that is.
  // A question moves nothing, and is asked anew.
  const isQuestion = row.kind === 'payment.verify'
  const mayGo = mayVanish || hasEnded || isReplaced || isQuestion
  hold(mayGo || !isWaitingRow(row) || isDraft(row), 'no command vanishes', () => name(row))
}

const ENDED_WITHOUT: ReadonlySet<OutboxState> = new Set(['rejected', 'expired', 'discarded'])

/** The provider has forgotten what it did under the key: the row says that nobody can tell, not that nothing was done. */
const isForgotten = ({ state, firstSentAt, settledAt }: OutboxRow): boolean =>
  state === 'expired' && firstSentAt !== null && (settledAt ?? 0) - firstSentAt > FORGOTTEN_MS

/** Whether the row says that nothing happens under its key, now and ever after. */
export const isEndedWithout = (row: OutboxRow): boolean => ENDED_WITHOUT.has(row.state) && !isForgotten(row)

/** What was refused, given up or too late stays so: also where its request was still on the way. */
export function judgeEnded(keys: Iterable<string>, journal: Journal): void {
  for (const key of keys) hold(!journal.hasEffect(key), 'what has ended never happens', () => key)
}
