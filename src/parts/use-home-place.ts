import { usePosition } from '../stores/position.ts'
import { type Recents, useRecents } from '../queries/use-recents.ts'
import type { LatLng } from '../lib/cell.ts'

export interface HomePlace {
  readonly at: LatLng
  /** Null: around the phone, or a search without a text. */
  readonly name: string | null
}

/** Returns the driver's position, else the last place searched; null when neither is known. */
export function homePlaceOf(fix: LatLng | null, { searches }: Pick<Recents, 'searches'>): HomePlace | null {
  if (fix !== null) return { at: fix, name: null }
  const last = searches.find(({ near }) => near !== null)
  if (last === undefined || last.near === null) return null
  return { at: last.near, name: last.text === '' ? null : last.text }
}

const NOTHING = { searches: [] }

/** Returns undefined while the searches are being read. */
export function useHomePlace(): HomePlace | null | undefined {
  const recents = useRecents()
  const fix = usePosition((position) => position.fix)
  if (fix === null && recents.status === 'loading') return undefined
  return homePlaceOf(fix, recents.status === 'loading' ? NOTHING : recents.value)
}
