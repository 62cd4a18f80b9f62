import type { Instant } from '../domain/instant.ts'
import type { ChosenStay } from './use-stay.ts'

/** Parking for an event: the driver cannot choose its times. */
export interface EventStay {
  readonly code: string
  /** Grants access to a private event; null when the event is public. */
  readonly grant: string | null
  readonly from: Instant
  readonly until: Instant
}

/** Returns the chosen stay with the event's times, if there is an event. */
export const atEvent = (stay: ChosenStay, event: EventStay | undefined): ChosenStay =>
  event === undefined ? stay : { ...stay, from: event.from, until: event.until, change: () => undefined }
