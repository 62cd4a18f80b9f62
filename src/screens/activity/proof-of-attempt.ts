import type { OutboxView } from '../../queries/query.ts'

const timeText = (epochMs: number | null): string | null => (epochMs === null ? null : new Date(epochMs).toISOString())

/** What was asked for, when it was tried, over which network, and what came back: to be shown to a car park or to support. */
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

/** Long enough for the browser to have taken the file. */
const KEEP_MS = 60_000

/** Gives the text to the browser as a file; works with no signal. */
export function saveProof(view: OutboxView): void {
  const address = URL.createObjectURL(new Blob([proofText(view)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `baywise-${view.id}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
