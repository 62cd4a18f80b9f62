import { consoleLog } from '../lib/log.ts'
import { observable } from '../lib/observable.ts'

/** The one place of the page that speaks to the service worker. A new release waits until the driver agrees. */

/** The worker of a new release that waits; null while there is none. */
export const waitingWorker = observable<ServiceWorker | null>(null)

const HOUR_MS = 3_600_000

const watch = (registration: ServiceWorkerRegistration): void => {
  const offer = () => {
    // Without a controller this is the first installation: nothing to update from.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null)
      waitingWorker.set(registration.waiting)
  }
  offer()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offer)
  })
}

/** Registers `/sw.js` and looks for a new release every hour and on return to the page. Resolves also when it cannot. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    watch(registration)
    const look = () => {
      // Offline this fails; the next look comes by itself.
      registration
        .update()
        .catch((error: unknown) => consoleLog.info('sw_update_check_failed', { error: String(error) }))
    }
    setInterval(() => {
      if (document.visibilityState === 'visible') look()
    }, HOUR_MS)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') look()
    })
  } catch (error) {
    // Private windows and old browsers: the app works, only not without a connection.
    consoleLog.warn('sw_registration_failed', { error: String(error) })
  }
}

/** The driver agreed: the waiting worker takes over, then the page starts anew with the new release. */
export function acceptUpdate(): void {
  const worker = waitingWorker.get()
  if (worker === null) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ type: 'SKIP_WAITING' })
}
