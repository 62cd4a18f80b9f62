/** Public services that tell the country of the address that asks: where each answers. */
export const GEO_SERVICES = {
  'ipapi.co': 'https://ipapi.co/json/',
  'ipwho.is': 'https://ipwho.is/',
  'freeipapi.com': 'https://free.freeipapi.com/api/json',
} as const

export type GeoService = keyof typeof GEO_SERVICES

export const isGeoService = (name: string): name is GeoService => Object.hasOwn(GEO_SERVICES, name)
