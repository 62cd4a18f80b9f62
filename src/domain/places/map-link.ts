/** Content of a shared map link: coordinates to parse, or words to search for. */
export interface MapLink {
  readonly pair: readonly [lat: string, lng: string] | null
  readonly text: string
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** By priority: a marked place before the centre of the visible map. */
const PAIRS: readonly RegExp[] = [
  // Google: the page's place
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  // OpenStreetMap: the marker
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  // Google, Apple, Waze, Bing: search, destination, centre
  new RegExp(
    `[?&](?:q|query|destination|daddr|coordinate|ll|to|cp|center|sll)=(?:loc:|ll\\.)?${NUMBER}(?:,|~)\\s*${NUMBER}`,
  ),
  // Google: centre of the map
  new RegExp(`/@${NUMBER},${NUMBER}`),
  // Google: /maps/search/ and /maps/place/ with a pair
  new RegExp(`/(?:search|place|dir)/+${NUMBER},\\s*${NUMBER}`),
  // OpenStreetMap: centre of the map
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${NUMBER}/${NUMBER}`),
]
const GEO = new RegExp(`^geo:${NUMBER},${NUMBER}`, 'i')
const NOWHERE = /^geo:0(?:\.0+)?,0(?:\.0+)?(?!\d)/i
const LINK = /^(?:https?:\/\/|geo:|(?:www\.|maps\.)?(?:google|apple|waze|openstreetmap)\.[a-z]+\/)/i

/** Leaves malformed percent sequences as they are. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

function findPair(link: string): MapLink['pair'] {
  for (const pattern of PAIRS) {
    const [, lat, lng] = pattern.exec(link) ?? []
    if (lat !== undefined && lng !== undefined) return [lat, lng]
  }
  const [, lat, lng] = NOWHERE.test(link) ? [] : (GEO.exec(link) ?? [])
  return lat !== undefined && lng !== undefined ? [lat, lng] : null
}

/**
 * Reads links of Google, Apple, OpenStreetMap, Waze and Bing, and `geo:` addresses (RFC 5870). Returns undefined if the
 * text is not a link.
 */
export function readMapLink(text: string): MapLink | undefined {
  const shared = /(?:https?:\/\/|geo:)\S+/i.exec(text)?.[0] ?? text
  if (!LINK.test(shared)) return undefined
  // Decodes "%2C" to a comma, but keeps plus signs for the search words.
  const link = decode(shared.replace(/\+/g, '%2B'))
  const words =
    /[?&](?:q|query|daddr|destination|address)=([^&#]+)/.exec(link)?.[1] ?? /\/place\/([^/@?#]+)/.exec(link)?.[1]
  return { pair: findPair(link), text: decode(words ?? '').trim() }
}
