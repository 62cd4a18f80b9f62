import type { Language } from '../lib/language.ts'
import { parkPath } from '../api/park-path.ts'

interface Asked {
  readonly url: string
  readonly language: Language
  readonly atMs: number
  readonly answer: Promise<Response>
}

/** Older answers are requested again. */
const FRESH_MS = 10_000
/** `routes.park`, whose module the first script does not load. */
const PARK_PAGE = /^\/park\/([^/]+)\/?$/

let asked: Asked | undefined

function parkOf(path: string): string | undefined {
  const [, park] = PARK_PAGE.exec(path) ?? []
  try {
    return park === undefined ? undefined : decodeURIComponent(park)
  } catch {
    // Malformed name; the page reports it.
    return undefined
  }
}

/**
 * Requests the car park of a first visit while the app is still loading. `path`: the page's path as in its address;
 * `baseUrl`: absolute address of the provider's API.
 */
export function askAhead(path: string, baseUrl: string, language: Language): void {
  const park = parkOf(path)
  if (park === undefined) return
  const url = baseUrl + parkPath(park)
  const answer = fetch(url, { cache: 'no-store', headers: { 'accept-language': language } })
  // The caller that takes the answer handles its errors.
  answer.catch(() => undefined)
  asked = { url, language, atMs: Date.now(), answer }
}

/** Returns the answer to a request that was already sent, once; undefined when it must be sent. */
export function takeAhead(request: Request): Promise<Response> | undefined {
  if (asked?.url !== request.url || request.method !== 'GET') return undefined
  const { answer, language, atMs } = asked
  asked = undefined
  const { headers } = request
  const isSame = headers.get('accept-language') === language && !headers.has('authorization')
  return isSame && Date.now() - atMs <= FRESH_MS ? answer : undefined
}
