import type { AppContext } from './app-context.ts'
import { SYNC_TAG } from './sync-tag.ts'

interface Registration {
  readonly sync?: { register(tag: string): Promise<void> }
}

interface WorkerContainer {
  readonly ready: Promise<Registration>
  readonly controller: unknown
}

const findContainer = (): WorkerContainer | undefined =>
  (globalThis as { navigator?: { serviceWorker?: WorkerContainer } }).navigator?.serviceWorker

/**
 * Asks the browser to wake the worker once there is a connection, even after this page was closed. Where that is
 * unsupported, the next start drains.
 */
export async function registerSync(phone: AppContext): Promise<void> {
  const container = findContainer()
  // Without a controlling worker `ready` would never resolve.
  if (container === undefined || container.controller === null) return
  try {
    const registration = await container.ready
    await registration.sync?.register(SYNC_TAG)
  } catch (error) {
    // Switched off by the driver, or denied while the page is in the background.
    phone.log.info('background sync was not registered', { error: String(error) })
  }
}
