import type { EventDetail } from '../contract/events.ts'
import type { CountryCode } from '../domain/country.ts'

/** An event as it was opened last. */
export interface KeptEvent {
  readonly detail: EventDetail
  /** What opens a private event; null: anybody may see it. */
  readonly grant: string | null
}

/** The row of `saved` with a country's events. */
export const eventsKey = (country: CountryCode): string => `events:${country}`

export const EVENT = 'event:'

/** The row of `saved` with one event that was opened; a code is typed in any case. */
export const eventKey = (code: string): string => `${EVENT}${code.toUpperCase()}`
