import { Trans } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import { useFormat } from '../../i18n/format.ts'
import { distanceMetres } from '../../lib/cell.ts'
import { usePosition } from '../../stores/position.ts'
import { useSearchDraft } from '../../stores/search-draft.ts'

/** Beyond this distance, the search was for another trip. */
const MAX_METRES = 50_000

export interface AwayProps {
  readonly park: Pick<Park, 'lat' | 'lng' | 'country_code'>
  /** True when an address is shown before the distance. */
  readonly hasBefore: boolean
}

/** Distance from the searched place, else from the phone; renders nothing when neither is known. */
export function Away({ park: { lat, lng, country_code: country }, hasBefore }: AwayProps) {
  const format = useFormat()
  const { near, text } = useSearchDraft()
  const fix = usePosition((position) => position.fix)
  const from = near ?? fix
  if (from === null || lat === null || lng === null) return null
  const metres = distanceMetres(from, { lat, lng })
  if (metres > MAX_METRES) return null
  const distance = format.distance(metres, country)
  return (
    <>
      {hasBefore && '. '}
      {near !== null && text !== '' ? (
        <Trans>
          {distance} from {text}
        </Trans>
      ) : (
        <Trans>{distance} away</Trans>
      )}
    </>
  )
}
