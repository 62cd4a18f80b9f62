/** Apps that can give directions: the phone's own maps app, or one opened by its web address. */
export const MAP_APPS = ['phone', 'apple', 'google', 'waze', 'openstreetmap'] as const
export type MapApp = (typeof MAP_APPS)[number]

/** The phone's own app also opens offline; whether its map is available offline depends on that app. */
export const isOnPhone = (app: MapApp): boolean => app === 'phone'

/** Directions to a place. Building the address makes no request. */
export function directionsHref(lat: number, lng: number, app: MapApp = 'openstreetmap'): string {
  const at = `${lat.toFixed(6)}%2C${lng.toFixed(6)}`
  const hrefs: Readonly<Record<MapApp, string>> = {
    // RFC 5870. Android lets the user choose an app, and shows a pin at `q`.
    phone: `geo:${at.replace('%2C', ',')}?q=${at}`,
    apple: `https://maps.apple.com/?daddr=${at}`,
    google: `https://www.google.com/maps/dir/?api=1&destination=${at}`,
    waze: `https://www.waze.com/ul?ll=${at}&navigate=yes`,
    openstreetmap: `https://www.openstreetmap.org/directions?to=${at}`,
  }
  return hrefs[app]
}

/** Apps that this phone can open, its own first. Only Android handles `geo:`. */
export function mapAppsOf(userAgent: string): readonly MapApp[] {
  if (/Android/.test(userAgent)) return ['phone', 'google', 'waze', 'openstreetmap']
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return ['apple', 'google', 'waze', 'openstreetmap']
  return ['google', 'openstreetmap', 'waze']
}
