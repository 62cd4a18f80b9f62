import type { Instant } from '../domain/instant.ts'
import type { ChosenStay } from './use-stay.ts'

/** The parking of an event: its times are not the driver's to choose. */
export interface EventStay {
  readonly code: string
  /** What opens a private event; null: anybody may book for it. */
  readonly grant: string | null
  readonly from: Instant
  readonly until: Instant
}

/** What was chosen but for the times. */
export const atEvent = (stay: ChosenStay, event: EventStay | undefined): ChosenStay =>
  event === undefined ? stay : { ...stay, from: event.from, until: event.until, change: () => undefined }
