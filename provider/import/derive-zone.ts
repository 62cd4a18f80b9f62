import { getCountry, type CountryCode } from '../../src/domain/country.ts'
import { normaliseText } from '../../src/domain/search-text.ts'
import { must } from '../../src/lib/assert.ts'
import type { LatLng } from '../../src/lib/cell.ts'

/**
 * The zone in which most people of a state or province live, for rows without coordinates. Others use the country's
 * own.
 */
const STATES_BY_ZONE: Readonly<Record<'US' | 'CA', Readonly<Record<string, string>>>> = {
  US: {
    'America/New_York':
      'connecticut|delaware|district of columbia|florida|georgia|kentucky|maine|maryland|massachusetts|new hampshire|new jersey|new york|north carolina|ohio|pennsylvania|rhode island|south carolina|vermont|virginia|west virginia',
    'America/Detroit': 'michigan',
    'America/Indiana/Indianapolis': 'indiana',
    'America/Chicago':
      'alabama|arkansas|illinois|iowa|kansas|louisiana|minnesota|mississippi|missouri|nebraska|north dakota|oklahoma|south dakota|tennessee|texas|wisconsin',
    'America/Denver': 'colorado|montana|new mexico|utah|wyoming',
    'America/Boise': 'idaho',
    'America/Phoenix': 'arizona',
    'America/Los_Angeles': 'california|nevada|oregon|washington',
    'America/Anchorage': 'alaska',
    'Pacific/Honolulu': 'hawaii',
  },
  CA: {
    'America/Toronto': 'ontario|quebec',
    'America/Vancouver': 'british columbia',
    'America/Edmonton': 'alberta|northwest territories',
    'America/Regina': 'saskatchewan',
    'America/Winnipeg': 'manitoba',
    'America/Halifax': 'nova scotia|prince edward island',
    'America/Moncton': 'new brunswick',
    'America/St_Johns': 'newfoundland and labrador',
    'America/Whitehorse': 'yukon',
    'America/Iqaluit': 'nunavut',
  },
}

/** A point near the border may fall into the neighbour's polygon: El Paso's airport is not in Mexico. */
const NEIGHBOUR: Readonly<Record<string, string>> = {
  'America/Ciudad_Juarez': 'America/Denver',
  'America/Ojinaga': 'America/Chicago',
  'America/Matamoros': 'America/Chicago',
  'America/Tijuana': 'America/Los_Angeles',
}

export type FindZone = (place: ZonePlace) => string

export interface ZonePlace {
  readonly countryCode: CountryCode
  readonly state: string | null
  readonly position: LatLng | undefined
}

export function zoneOfState(countryCode: CountryCode, state: string | null): string {
  if (countryCode === 'NG' || countryCode === 'SN') return getCountry(countryCode).timezone
  const wanted = normaliseText(state ?? '')
  const found = Object.entries(STATES_BY_ZONE[countryCode]).find(([, states]) => states.split('|').includes(wanted))
  return found?.[0] ?? getCountry(countryCode).timezone
}

/** The polygons (geo-tz, read from its file as needed) load with the first import and take about 25 MB. */
export async function loadFindZone(): Promise<FindZone> {
  const { find } = await import('geo-tz/all')
  return ({ countryCode, state, position }) => {
    if (position === undefined || countryCode === 'NG' || countryCode === 'SN') return zoneOfState(countryCode, state)
    const zone = find(position.lat, position.lng)[0]
    // Far out at sea there is only a fixed offset, without daylight saving time.
    if (zone === undefined || zone.startsWith('Etc/')) return zoneOfState(countryCode, state)
    return NEIGHBOUR[zone] ?? zone
  }
}

/** Runtimes use an older name for some zones. */
const currentName = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone

/** Missing from the types of some library versions. */
type ListsZones = Intl.Locale & { readonly getTimeZones: () => string[] | undefined }

const zonesOf = (country: CountryCode): ReadonlySet<string> => {
  const zones = (new Intl.Locale(`und-${country}`) as ListsZones).getTimeZones()
  return new Set(must(zones, 'zones of a country').map(currentName))
}

export type IsInCountry = (country: CountryCode, position: LatLng) => boolean

/** Tells whether a place lies in a country, by the same polygons: none of the four countries shares a zone. */
export async function loadIsInCountry(): Promise<IsInCountry> {
  const { find } = await import('geo-tz/all')
  return (country, { lat, lng }) => {
    const zones = zonesOf(country)
    return find(lat, lng).some((zone) => zones.has(currentName(NEIGHBOUR[zone] ?? zone)))
  }
}
