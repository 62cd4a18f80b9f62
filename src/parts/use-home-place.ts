import { usePosition } from '../stores/position.ts'
import { useRecents } from '../queries/use-recents.ts'
import type { LatLng } from '../lib/cell.ts'

export interface HomePlace {
  readonly at: LatLng
  /** null: round the phone. */
  readonly name: string | null
}

/** Where the driver is, else the last place searched; null when neither is known, undefined while that is read. */
export function useHomePlace(): HomePlace | null | undefined {
  const recents = useRecents()
  const fix = usePosition((position) => position.fix)
  if (fix !== null) return { at: fix, name: null }
  if (recents.status === 'loading') return undefined
  const last = recents.value.searches.find(({ near }) => near !== null)
  if (last === undefined || last.near === null) return null
  return { at: last.near, name: last.text === '' ? null : last.text }
}
