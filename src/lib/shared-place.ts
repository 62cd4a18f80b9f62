/** Texts shared by another app, as declared in the manifest's `share_target`. */
export interface Shared {
  readonly title: string
  readonly text: string
  readonly url: string
}

export interface SharedPlace {
  readonly text?: string
  readonly lat?: number
  readonly lng?: number
}

/** Maximum lengths of the text examined, and of the search text. */
const MAX_TEXT_LENGTH = 2_000
const MAX_SEARCH_LENGTH = 120

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/**
 * Map links and plain coordinates: `geo:52.5,13.4`, `@52.5,13.4,15z`, `!3d52.5!4d13.4`, `q=52.5,13.4`, `52.5, 13.4`.
 */
const PAIRS: readonly RegExp[] = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|daddr|destination|center|mlat)=(?:loc:)?${NUMBER}(?:,|%2C|&mlon=)\\s*${NUMBER}`, 'i'),
  new RegExp(`[@:]${NUMBER},\\s*${NUMBER}`),
  new RegExp(`(?:^|\\s)${NUMBER},\\s*${NUMBER}(?:\\s|$)`),
]

function findPoint(text: string): { readonly lat: number; readonly lng: number } | undefined {
  for (const pattern of PAIRS) {
    const [, first, second] = pattern.exec(text) ?? []
    const [lat, lng] = [Number(first), Number(second)]
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng }
  }
  return undefined
}

/**
 * Returns where to search for parking after a share: a position if the text contains one, else its first line of words
 * without links.
 */
export function toSharedPlace({ title, text, url }: Shared): SharedPlace {
  const all = [text, url, title].map((part) => part.slice(0, MAX_TEXT_LENGTH))
  const point = all.map(findPoint).find((found) => found !== undefined)
  if (point !== undefined) return point
  const words = all
    .flatMap((part) => part.split('\n'))
    .map((line) => line.replace(/\b[a-z][a-z+.-]*:\/\/\S+|\bgeo:\S+/gi, '').trim())
    .find((line) => line !== '')
  return words === undefined ? {} : { text: words.slice(0, MAX_SEARCH_LENGTH) }
}
