import * as v from 'valibot'

/** Fields read from rows of any release: only those that a reader of the file needs. */
const time = v.optional(v.nullable(v.number()), null)
const rowSchema = v.looseObject({
  id: v.string(),
  state: v.string(),
  command: v.looseObject({ kind: v.string() }),
  createdAt: time,
  firstSentAt: time,
  attempts: v.optional(v.number(), 0),
  answers: v.optional(v.array(v.looseObject({ at: v.number() })), []),
  lastError: v.optional(v.nullable(v.looseObject({ kind: v.string() })), null),
})
const intentSchema = v.looseObject({
  id: v.string(),
  state: v.string(),
  write: v.looseObject({ kind: v.string() }),
  createdAt: time,
})

/** Done, or withdrawn by the driver: losing it does no harm. */
const SETTLED: ReadonlySet<string> = new Set(['done', 'discarded'])

const timeText = (epochMs: number | null): string | null => (epochMs === null ? null : new Date(epochMs).toISOString())

function toRequest(stored: unknown): unknown {
  const parsed = v.safeParse(rowSchema, stored)
  if (!parsed.success) return { damaged: stored }
  const { id, state, command, createdAt, firstSentAt, attempts, answers, lastError } = parsed.output
  const { kind, ...args } = command
  return {
    key: id,
    kind,
    args,
    state,
    asked_at: timeText(createdAt),
    first_sent_at: timeText(firstSentAt),
    attempts,
    answers: answers.map((answer) => ({ ...answer, at: timeText(answer.at) })),
    last_error: lastError,
  }
}

function toUnanswered(stored: unknown): unknown {
  const parsed = v.safeParse(intentSchema, stored)
  if (!parsed.success) return { damaged: stored }
  const { id, state, write, createdAt } = parsed.output
  const { kind, ...args } = write
  return { key: id, kind, args, state, asked_at: timeText(createdAt) }
}

const isOpen = (stored: unknown): boolean => !SETTLED.has(String((stored as { state?: unknown } | null)?.state))

export interface RequestsText {
  readonly count: number
  readonly text: string
}

/** Returns every request that is not done, as a file for the driver or for support. */
export function requestsText(
  stored: { readonly outbox: readonly unknown[]; readonly intents: readonly unknown[]; readonly unread: number },
  nowMs: number,
): RequestsText {
  const requests = stored.outbox.filter(isOpen).map(toRequest)
  const unanswered = stored.intents.map(toUnanswered)
  const file = { format: 'baywise requests 1', saved_at: timeText(nowMs), requests, unanswered, unread: stored.unread }
  return { count: requests.length + unanswered.length, text: JSON.stringify(file, null, 2) }
}
