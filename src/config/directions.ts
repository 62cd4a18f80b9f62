/** The way to a place, on a public map page: no map provider is called by the app itself. */
export const directionsHref = (lat: number, lng: number): string =>
  `https://www.openstreetmap.org/directions?to=${lat.toFixed(6)}%2C${lng.toFixed(6)}`
