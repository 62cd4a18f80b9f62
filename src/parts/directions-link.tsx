import { Trans } from '@lingui/react/macro'
import { directionsHref } from '../config/directions.ts'

/** Opens a public map page in a new tab. */
export function DirectionsLink({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return (
    <a href={directionsHref(lat, lng)} target="_blank" rel="noreferrer">
      <Trans>Directions</Trans>
    </a>
  )
}
