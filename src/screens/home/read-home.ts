import { readNearFirst } from '../../queries/use-parks-near.ts'
import { readOwnFirst, readRecentsFirst } from '../../queries/read-first-page.ts'
import { homePlaceOf } from '../../parts/use-home-place.ts'
import { usePosition } from '../../stores/position.ts'

/** Number of car parks that home shows around a place. */
export const NEARBY = 5

/** Longest delay of the first render: with slow storage, the search form is shown first. */
const WITHIN_MS = 500

async function readAll(): Promise<void> {
  void usePosition.getState().renew()
  const [recents] = await Promise.all([readRecentsFirst(), readOwnFirst()])
  // If the position is not known by then, home starts from the last searched place.
  const place = homePlaceOf(usePosition.getState().fix, recents)
  if (place !== null) await readNearFirst(place.at, { limit: NEARBY })
}

/** Reads from the mirror what home needs, before React renders it. */
export const readHome = (): Promise<void> =>
  Promise.race([readAll(), new Promise<void>((resolve) => setTimeout(resolve, WITHIN_MS))])
