import type { FilesMessage } from './kept-files.ts'

/** The part of `navigator` that a page uses; the worker's own types lack it. */
interface Page {
  readonly serviceWorker?: {
    readonly ready: Promise<{ readonly active: { postMessage(data: FilesMessage): void } | null }>
  }
}

/** Firefox exposes service workers even where site data is blocked, but throws on use. */
const isBlocked = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError'

/**
 * Asks the service worker to keep or drop files, once it is ready. Without a permitted service worker this does
 * nothing.
 */
export async function tellWorker(message: FilesMessage): Promise<void> {
  const { serviceWorker } = navigator as unknown as Page
  if (serviceWorker === undefined) return
  const ready = await serviceWorker.ready.catch((error: unknown) => {
    if (isBlocked(error)) return null
    throw error
  })
  const active = ready?.active
  // Only the window's postMessage has an origin argument, not a worker's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}
