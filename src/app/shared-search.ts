import { routes } from '../config/routes.ts'
import { toSharedPlace } from '../lib/shared-place.ts'

/** The address of the search for what was shared. */
export function sharedSearch(query: URLSearchParams): string {
  const get = (name: string): string => query.get(name) ?? ''
  return routes.search.href(toSharedPlace({ title: get('title'), text: get('text'), url: get('url') }))
}
