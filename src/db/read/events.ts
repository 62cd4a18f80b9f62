import type { ParkingEvent } from '../../contract/events.ts'
import type { CountryCode } from '../../domain/country.ts'
import { databases, type Databases } from '../databases.ts'
import { EVENT, eventKey, eventsKey, type KeptEvent } from '../kept-event.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

export type { KeptEvent } from '../kept-event.ts'

/** Returns a country's events as the provider last listed them, soonest first; null when never fetched. */
export const readEvents = (
  country: CountryCode,
  dbs: Databases = databases,
): Promise<Saved<readonly ParkingEvent[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(eventsKey(country))
    return { value: row?.events ?? null, savedAt: row?.savedAt ?? null }
  })

/** Returns one event by its code; null when it was never opened on this phone. */
export const readEvent = (code: string, dbs: Databases = databases): Promise<Saved<KeptEvent | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(eventKey(code))
    return { value: row?.event ?? null, savedAt: row?.savedAt ?? null }
  })

/** Returns the private events opened on this phone, soonest first. */
export const readPrivateEvents = (dbs: Databases = databases): Promise<Saved<readonly ParkingEvent[]>> =>
  onPublic(dbs, async () => {
    const rows = await dbs.public.saved.where('key').startsWith(EVENT).toArray()
    const value = rows
      .flatMap(({ event }) => (event === undefined || event.grant === null ? [] : [event.detail]))
      .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    return { value, savedAt: null }
  })
