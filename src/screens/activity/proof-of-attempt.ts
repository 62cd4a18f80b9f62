import { saveJsonFile } from '../../parts/save-file.ts'
import type { BlockedAttempt, OutboxView } from '../../queries/query.ts'

const timeText = (epochMs: number | null): string | null => (epochMs === null ? null : new Date(epochMs).toISOString())

/** What was requested, when it was tried, over which network, and the answer: proof for a car park or for support. */
export const proofText = (view: OutboxView): string =>
  JSON.stringify(
    {
      key: view.id,
      state: view.state,
      command: view.command,
      booking_code: view.booking?.booking_code ?? null,
      asked_at: timeText(view.createdAt),
      first_sent_at: timeText(view.firstSentAt),
      settled_at: timeText(view.settledAt),
      attempts: view.attempts,
      answers: view.answers.map(({ at, network, outcome }) => ({ at: timeText(at), network, outcome })),
      last_error: view.lastError === null ? null : { ...view.lastError, at: timeText(view.lastError.at) },
    },
    null,
    2,
  )

/** The same proof for a booking that failed for lack of signal. */
export const blockedProofText = ({ id, at, network, lastAnswerAt, wanted }: BlockedAttempt): string =>
  JSON.stringify(
    {
      key: id,
      state: 'not_sent',
      asked_at: timeText(at),
      network,
      last_answer_at: timeText(lastAnswerAt),
      wanted: {
        kind: 'booking.create',
        park_id: wanted.parkId,
        park: wanted.parkName,
        plate: wanted.plate,
        start_time: timeText(wanted.startMs),
        end_time: timeText(wanted.endMs),
        total: wanted.totalMinor,
        currency: wanted.currency,
      },
    },
    null,
    2,
  )

export const saveBlockedProof = (attempt: BlockedAttempt): void =>
  saveJsonFile(`baywise-${attempt.id}.json`, blockedProofText(attempt))

export const saveProof = (view: OutboxView): void => saveJsonFile(`baywise-${view.id}.json`, proofText(view))
