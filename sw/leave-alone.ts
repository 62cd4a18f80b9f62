/// <reference lib="webworker" />
import { consoleLog } from '../src/lib/log.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** Not in TypeScript's library: https://w3c.github.io/ServiceWorker/#install-event-add-routes */
interface InstallEvent extends ExtendableEvent {
  readonly addRoutes?: (rules: ReadonlyArray<{ condition: { urlPattern: string }; source: 'network' }>) => Promise<void>
}

/**
 * Requests of the API pass by this worker where the browser can be told so. They need nothing of it; and one that comes while a new
 * release is let in keeps the old worker at work, so that the new one waits on.
 */
export function leaveApiAlone(): void {
  self.addEventListener('install', (event) => {
    const { addRoutes }: InstallEvent = event
    if (addRoutes === undefined) return
    const told = addRoutes.call(event, [{ condition: { urlPattern: '/api/*' }, source: 'network' }])
    event.waitUntil(told.catch((error: unknown) => consoleLog.warn('sw_routes_refused', { error: String(error) })))
  })
}
