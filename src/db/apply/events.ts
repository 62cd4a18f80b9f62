import type { ParkingEvent } from '../../contract/events.ts'
import type { CountryCode } from '../../domain/country.ts'
import type { Databases } from '../databases.ts'
import { EVENT, eventKey, eventsKey, type KeptEvent } from '../kept-event.ts'
import { onPublic } from '../with-db.ts'

/** Number of recently opened public events to keep; each takes about two kilobytes. */
const KEPT = 24

export interface SavedEvents {
  readonly country: CountryCode
  readonly events: readonly ParkingEvent[]
  readonly savedAt: number
}

/** Stores all upcoming events of a country, which come in one answer. */
export const applyEvents = async (dbs: Databases, { country, events, savedAt }: SavedEvents): Promise<void> => {
  await onPublic(dbs, () => dbs.public.saved.put({ key: eventsKey(country), events, savedAt }))
}

/** Stores an opened event. A private one stays: the list offers no way back to it. */
export const applyEvent = (
  dbs: Databases,
  { event, savedAt }: { readonly event: KeptEvent; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, async () => {
      await dbs.public.saved.put({ key: eventKey(event.detail.code), savedAt, event })
      const rows = await dbs.public.saved.where('key').startsWith(EVENT).toArray()
      const old = rows
        .filter((row) => row.event?.grant === null)
        .toSorted((a, b) => b.savedAt - a.savedAt)
        .slice(KEPT)
      await dbs.public.saved.bulkDelete(old.map(({ key }) => key))
    }),
  )
