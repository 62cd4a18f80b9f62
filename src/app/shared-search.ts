import { routes } from '../config/routes.ts'
import { toSharedPlace } from '../lib/shared-place.ts'

/** Returns the search address for content shared by another app. */
export function sharedSearch(query: URLSearchParams): string {
  const get = (name: string): string => query.get(name) ?? ''
  return routes.search.href(toSharedPlace({ title: get('title'), text: get('text'), url: get('url') }))
}
