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

/** The first match applies. */
const RULES: readonly Rule[] = [
  // Pictures of posts that were read: see `images`.
  { condition: { urlPattern: `${POST_PICTURES}*` }, source: 'fetch-event' },
  { condition: { urlPattern: '/api/*' }, source: 'network' },
]

/**
 * Lets API requests bypass this worker, in browsers with static routing. Only the blog's pictures need the worker; and
 * a request made while a new release is taking over would keep the old worker running, and the new one waiting.
 */
export function leaveApiAlone(): void {
  self.addEventListener('install', (event) => {
    const { addRoutes }: InstallEvent = event
    if (addRoutes === undefined) return
    const told = addRoutes.call(event, RULES)
    event.waitUntil(told.catch((error: unknown) => consoleLog.warn('sw_routes_refused', { error: String(error) })))
  })
}
