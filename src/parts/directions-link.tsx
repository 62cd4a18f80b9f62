import { Trans } from '@lingui/react/macro'

/** Opens the phone's own maps where it knows `geo:` addresses, else a public map page in a new tab. */
export const directionsHref = (lat: number, lng: number): string =>
  `https://www.openstreetmap.org/directions?to=${lat.toFixed(6)}%2C${lng.toFixed(6)}`

export function DirectionsLink({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return (
    <a href={directionsHref(lat, lng)} target="_blank" rel="noreferrer">
      <Trans>Directions</Trans>
    </a>
  )
}
