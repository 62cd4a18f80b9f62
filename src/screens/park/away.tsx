import { Trans } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import { useFormat } from '../../i18n/format.ts'
import { distanceMetres } from '../../lib/cell.ts'
import { usePosition } from '../../stores/position.ts'
import { useSearchDraft } from '../../stores/search-draft.ts'

/** Farther than this it was another journey that was searched for. */
const MAX_METRES = 50_000

export interface AwayProps {
  readonly park: Pick<Park, 'lat' | 'lng' | 'country_code'>
  /** An address stands before it. */
  readonly hasBefore: boolean
}

/** How far the searched place is, else the phone; nothing where neither is known. */
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
