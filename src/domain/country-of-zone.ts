import { COUNTRIES, type CountryCode } from './country.ts'

/**
 * Time zones of the two countries with several, by their names below `America/`:
 * https://data.iana.org/time-zones/tzdb/zone.tab
 */
const AMERICAN: ReadonlyArray<readonly [CountryCode, RegExp]> = [
  [
    'CA',
    /^(?:St_Johns|Halifax|Glace_Bay|Moncton|Goose_Bay|Blanc-Sablon|Montreal|Toronto|Thunder_Bay|Iqaluit|Atikokan|Winnipeg|Resolute|Rankin_Inlet|Regina|Swift_Current|Edmonton|Cambridge_Bay|Yellowknife|Inuvik|Creston|Dawson_Creek|Fort_Nelson|Whitehorse|Dawson|Vancouver)$/,
  ],
  [
    'US',
    /^(?:New_York|Detroit|Louisville|Kentucky\/\w+|Indianapolis|Indiana\/\w+|Chicago|Menominee|North_Dakota\/\w+|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak)$/,
  ],
]

/** Returns the country of an IANA zone; undefined for a zone outside the four countries or of no single country. */
export function countryOfZone(zone: string): CountryCode | undefined {
  const own = COUNTRIES.find(({ timezone }) => timezone === zone)?.code
  if (own !== undefined) return own
  if (zone === 'Pacific/Honolulu') return 'US'
  const [, name] = /^America\/(.+)$/.exec(zone) ?? []
  return name === undefined ? undefined : AMERICAN.find(([, zones]) => zones.test(name))?.[0]
}
