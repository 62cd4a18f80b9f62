import { readNearFirst } from '../../queries/use-parks-near.ts'
import { readOwnFirst, readRecentsFirst } from '../../queries/read-first-page.ts'
import { homePlaceOf } from '../../parts/use-home-place.ts'
import { usePosition } from '../../stores/position.ts'

/** How many car parks home shows round a place. */
export const NEARBY = 5

/** Longest that the first drawing waits: a phone whose storage is slow has the search meanwhile. */
const WITHIN_MS = 500

async function readAll(): Promise<void> {
  void usePosition.getState().renew()
  const [recents] = await Promise.all([readRecentsFirst(), readOwnFirst()])
  // Where the phone does not know by now where it is, home begins with the last place searched.
  const place = homePlaceOf(usePosition.getState().fix, recents)
  if (place !== null) await readNearFirst(place.at, { limit: NEARBY })
}

/** Asks the mirror what home will ask, before React draws it. */
export const readHome = (): Promise<void> =>
  Promise.race([readAll(), new Promise<void>((resolve) => setTimeout(resolve, WITHIN_MS))])
