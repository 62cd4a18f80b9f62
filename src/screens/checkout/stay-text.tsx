import type { Park } from '../../contract/parks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import { useStay } from '../../parts/use-stay.ts'

/** The chosen times in one line, with the city. */
export function StayText({ park: { timezone: zone, city } }: { readonly park: Park }) {
  const format = useFormat()
  const now = useNow()
  const { from, until } = useStay()
  return [format.stay(from, until, { zone, now }), city].filter((part) => part !== null).join(', ')
}
