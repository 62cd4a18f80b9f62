/** URLs of public services that return the country of the caller's IP address. */
export const GEO_SERVICES = {
  'ipapi.co': 'https://ipapi.co/json/',
  'ipwho.is': 'https://ipwho.is/',
  'freeipapi.com': 'https://free.freeipapi.com/api/json',
} as const

export type GeoService = keyof typeof GEO_SERVICES

export const isGeoService = (name: string): name is GeoService => Object.hasOwn(GEO_SERVICES, name)
