/** What can show the way: the maps app of the phone itself, or one that opens from its own web address. */
export const MAP_APPS = ['phone', 'apple', 'google', 'waze', 'openstreetmap'] as const
export type MapApp = (typeof MAP_APPS)[number]

/** Opened without a connection too; whether it has the map is its own affair. */
export const isOnPhone = (app: MapApp): boolean => app === 'phone'

/** The way to a place. Nobody is asked for anything before it is opened. */
export function directionsHref(lat: number, lng: number, app: MapApp = 'openstreetmap'): string {
  const at = `${lat.toFixed(6)}%2C${lng.toFixed(6)}`
  const hrefs: Readonly<Record<MapApp, string>> = {
    // RFC 5870; Android asks with which app, and shows a pin at `q`.
    phone: `geo:${at.replace('%2C', ',')}?q=${at}`,
    apple: `https://maps.apple.com/?daddr=${at}`,
    google: `https://www.google.com/maps/dir/?api=1&destination=${at}`,
    waze: `https://www.waze.com/ul?ll=${at}&navigate=yes`,
    openstreetmap: `https://www.openstreetmap.org/directions?to=${at}`,
  }
  return hrefs[app]
}

/** What this phone can open, its own first. `geo:` is Android's; elsewhere it opens nothing. */
export function mapAppsOf(userAgent: string): readonly MapApp[] {
  if (/Android/.test(userAgent)) return ['phone', 'google', 'waze', 'openstreetmap']
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return ['apple', 'google', 'waze', 'openstreetmap']
  return ['google', 'openstreetmap', 'waze']
}
