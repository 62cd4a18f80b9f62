import type { ParkingEvent } from '../contract/events.ts'
import { type KeptEvent, readEvent, readEvents, readPrivateEvents } from '../db/read/events.ts'
import type { CountryCode } from '../domain/country.ts'
import { type Query, useSaved, useSavedOf } from './query.ts'

export type { KeptEvent } from '../db/read/events.ts'

/** Null when never listed on this phone. */
export const useEvents = (country: CountryCode): Query<readonly ParkingEvent[] | null> =>
  useSaved(() => readEvents(country), [country])

/** Null when never opened on this phone. */
export const useEvent = (code: string): Query<KeptEvent | null> => useSavedOf(code, () => readEvent(code))

/** Events opened by their access code on this phone. */
export const usePrivateEvents = (): Query<readonly ParkingEvent[]> => useSaved(() => readPrivateEvents(), [])
