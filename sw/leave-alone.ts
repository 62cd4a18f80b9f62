/// <reference lib="webworker" />
import { consoleLog } from '../src/lib/log.ts'
import { POST_PICTURES } from './post-pictures.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** Not in TypeScript's library: https://w3c.github.io/ServiceWorker/#install-event-add-routes */
interface InstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly Rule[]) => Promise<void>
}

interface Rule {
  readonly condition: { readonly urlPattern: string }
  readonly source: 'network' | 'fetch-event'
}

/** The first that fits counts. */
const RULES: readonly Rule[] = [
  // Of posts that were read: see `images`.
  { condition: { urlPattern: `${POST_PICTURES}*` }, source: 'fetch-event' },
  { condition: { urlPattern: '/api/*' }, source: 'network' },
]

/**
 * Requests of the API pass by this worker where the browser can be told so. All but pictures of posts need nothing of it; and one that
 * comes while a new release is let in keeps the old worker at work, so that the new one waits on.
 */
export function leaveApiAlone(): void {
  self.addEventListener('install', (event) => {
    const { addRoutes }: InstallEvent = event
    if (addRoutes === undefined) return
    const told = addRoutes.call(event, RULES)
    event.waitUntil(told.catch((error: unknown) => consoleLog.warn('sw_routes_refused', { error: String(error) })))
  })
}
