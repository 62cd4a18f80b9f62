import type { OutboxRow, OutboxState } from '../../../src/db/outbox-row.ts'
import type { Journal } from './journal.ts'
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
}

const name = (row: OutboxRow): string => `${row.kind} ${row.id} (${row.state})`

/** Answers are dated to the second, and take a while to come. */
const SLACK_MS = 2_000

type Judge = (row: OutboxRow, truth: Truth) => void

/** What must be true where a command ends. */
const ENDS: Partial<Record<OutboxState, Judge>> = {
  done(row, { journal }) {
    const isTrue = journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.everHeld(row.command)
    hold(isTrue, 'never done before the provider did', () => name(row))
  },
  rejected(row, { journal }) {
    hold(journal.hasRefusal(row.id), 'refused only by the provider', () => name(row))
    hold(!journal.hasEffect(row.id), 'what happened is not called refused', () => name(row))
  },
  expired(row, { journal, nowMs }) {
    const { command } = row
    const isLate = command.kind === 'booking.extend' && nowMs + SLACK_MS > Date.parse(command.notAfter)
    hold(isLate, 'nothing expires early', () => `${name(row)} at ${new Date(nowMs).toISOString()}`)
    hold(!journal.hasEffect(row.id), 'what happened is not called expired', () => name(row))
  },
  quarantined(row) {
    hold(false, 'every row can be read', () => name(row))
  },
}

/** From what was known to what is stored now. */
export function judgeStep(before: OutboxRow | undefined, row: OutboxRow, truth: Truth): void {
  if (before === row) return
  const wasWaiting = before === undefined || isWaitingRow(before)
  hold(wasWaiting || !isWaitingRow(row), 'what has ended does not begin again', () => name(row))
  hold(before === undefined || before.owner === row.owner, 'a command keeps its owner', () => name(row))
  const isSent = before?.firstSentAt !== undefined && before.firstSentAt !== null
  const isSame = before === undefined || JSON.stringify(before.command) === JSON.stringify(row.command)
  hold(!isSent || isSame, 'what was sent is not changed', () => name(row))
  if (before?.state !== row.state) ENDS[row.state]?.(row, truth)
}

/**
 * A settled command leaves after a while; one that waits never does by itself. `isLeft`: somebody signed in or out since the
 * last look, and nothing that has ended stays then: what the provider has done may have ended just before.
 */
export function judgeVanished({ row, mayVanish }: KnownCommand, journal: Journal, isLeft: boolean): void {
  const hasEnded = isLeft && (journal.hasEffect(row.id) || journal.hasSuccess(row.id) || journal.hasRefusal(row.id))
  hold(mayVanish || hasEnded || !isWaitingRow(row), 'no command vanishes', () => name(row))
}
