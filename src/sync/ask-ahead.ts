import type { Language } from '../lib/language.ts'
import { parkPath } from '../api/park-path.ts'

interface Asked {
  readonly url: string
  readonly language: Language
  readonly atMs: number
  readonly answer: Promise<Response>
}

/** Older answers are asked for again. */
const FRESH_MS = 10_000
/** `routes.park`, whose file the first script does not load. */
const PARK_PAGE = /^\/park\/([^/]+)\/?$/

let asked: Asked | undefined

function parkOf(path: string): string | undefined {
  const [, park] = PARK_PAGE.exec(path) ?? []
  try {
    return park === undefined ? undefined : decodeURIComponent(park)
  } catch {
    // No name of anything; the page says so.
    return undefined
  }
}

/**
 * The car park that a first visit leads to is asked for while the app is on its way. `path`: of the page, as in its address;
 * `baseUrl`: of the provider's API, absolute.
 */
export function askAhead(path: string, baseUrl: string, language: Language): void {
  const park = parkOf(path)
  if (park === undefined) return
  const url = baseUrl + parkPath(park)
  const answer = fetch(url, { cache: 'no-store', headers: { 'accept-language': language } })
  // Met again by whoever takes it.
  answer.catch(() => undefined)
  asked = { url, language, atMs: Date.now(), answer }
}

/** The answer to a request that has been sent already; once. Undefined: send it. */
export function takeAhead(request: Request): Promise<Response> | undefined {
  if (asked?.url !== request.url || request.method !== 'GET') return undefined
  const { answer, language, atMs } = asked
  asked = undefined
  const { headers } = request
  const isSame = headers.get('accept-language') === language && !headers.has('authorization')
  return isSame && Date.now() - atMs <= FRESH_MS ? answer : undefined
}
