const AGAIN_MS = 2_000
const MOST_TIMES = 5

/**
 * Sees to it that a release which was told to take over does so. Chromium ends the old worker for it; a request that comes at that very
 * moment starts the old one again, and from then on the new one waits until that was idle for 30 seconds. Telling it once more changes
 * nothing. The start of any page or thread makes Chromium look again, and a thread is not seen.
 */
export function ensureWorkerActivation(release: ServiceWorker): void {
  let times = 0
  const looking = setInterval(() => {
    if (release.state !== 'installed' || times === MOST_TIMES) return clearInterval(looking)
    times += 1
    // It ends itself.
    // oxlint-disable-next-line no-new
    new Worker(new URL('./noop-worker.ts', import.meta.url), { type: 'module' })
  }, AGAIN_MS)
}
