/** A file of the build, with the hash of its bytes as `integrity` of a request takes it. */
export interface BuiltFile {
  readonly url: string
  readonly integrity: string
}

/** As the page's own request for it, so that what the page has downloaded is not downloaded again. */
const asPageDoes = ({ url, integrity }: BuiltFile): Request =>
  new Request(url, { integrity, credentials: 'same-origin' })

/** Past the browser's HTTP cache, which may hold a portal's page under this name. Rejects where the bytes are not those of the build. */
export const fetchAnew = (request: Request): Promise<Response> => fetch(new Request(request, { cache: 'reload' }))

/** Rejects where the bytes are not those of the build: a portal's page, another release's file, half a file. */
export async function fetchBuilt(file: BuiltFile): Promise<Response> {
  const request = asPageDoes(file)
  const [first] = await Promise.allSettled([fetch(request)])
  return first.status === 'fulfilled' ? first.value : fetchAnew(request)
}
