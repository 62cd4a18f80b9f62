import type { EventDetail } from '../contract/events.ts'
import type { CountryCode } from '../domain/country.ts'

/** An event as last opened. */
export interface KeptEvent {
  readonly detail: EventDetail
  /** Grants access to a private event; null for a public one. */
  readonly grant: string | null
}

/** Key of the `saved` row that holds a country's events. */
export const eventsKey = (country: CountryCode): string => `events:${country}`

export const EVENT = 'event:'

/** Key of the `saved` row that holds one opened event; drivers type a code in any case. */
export const eventKey = (code: string): string => `${EVENT}${code.toUpperCase()}`
