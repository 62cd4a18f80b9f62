import type { FilesMessage } from './kept-files.ts'

/** As far as a page uses it; in the worker's own types there is none. */
interface Page {
  readonly serviceWorker?: {
    readonly ready: Promise<{ readonly active: { postMessage(data: FilesMessage): void } | null }>
  }
}

/** Firefox where site data is blocked has workers by name only. */
const isBlocked = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError'

/** Has the service worker keep or drop files. Waits for it; where there is none, or none may be, nothing is kept. */
export async function tellWorker(message: FilesMessage): Promise<void> {
  const { serviceWorker } = navigator as unknown as Page
  if (serviceWorker === undefined) return
  const ready = await serviceWorker.ready.catch((error: unknown) => {
    if (isBlocked(error)) return null
    throw error
  })
  const active = ready?.active
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}
