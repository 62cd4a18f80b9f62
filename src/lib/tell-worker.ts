import type { FilesMessage } from './kept-files.ts'

/** As far as a page uses it; in the worker's own types there is none. */
interface Page {
  readonly serviceWorker?: {
    readonly ready: Promise<{ readonly active: { postMessage(data: FilesMessage): void } | null }>
  }
}

/** Has the service worker keep or drop files. Waits for it; where there is none nothing is kept. */
export async function tellWorker(message: FilesMessage): Promise<void> {
  const { serviceWorker } = navigator as unknown as Page
  if (serviceWorker === undefined) return
  const { active } = await serviceWorker.ready
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message)
}
