/** A file of the build, with the hash of its bytes in the form of a request's `integrity`. */
export interface BuiltFile {
  readonly url: string
  readonly integrity: string
}

/** The same request as the page's own, so that a file the page has downloaded is not downloaded again. */
const asPageDoes = ({ url, integrity }: BuiltFile): Request =>
  new Request(url, { integrity, credentials: 'same-origin' })

/**
 * Bypasses the browser's HTTP cache, which may hold a captive portal's page under this name. Rejects when the bytes are
 * not those of the build.
 */
export const fetchAnew = (request: Request): Promise<Response> => fetch(new Request(request, { cache: 'reload' }))

/** Rejects when the bytes are not those of the build: a captive portal's page, another release's file, half a file. */
export async function fetchBuilt(file: BuiltFile): Promise<Response> {
  const request = asPageDoes(file)
  const [first] = await Promise.allSettled([fetch(request)])
  return first.status === 'fulfilled' ? first.value : fetchAnew(request)
}
