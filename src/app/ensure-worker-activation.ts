const RETRY_MS = 2_000
const MAX_ATTEMPTS = 5

/**
 * Makes sure that a release which was sent SKIP_WAITING takes over. Chromium ends the old worker for it, but a request
 * at that very moment starts the old worker again, and the new one then waits until the old one has been idle for 30
 * seconds. Sending the message again does not help. Starting any page or worker makes Chromium check again, and a
 * worker is invisible to the driver.
 */
export function ensureWorkerActivation(release: ServiceWorker): void {
  let times = 0
  const looking = setInterval(() => {
    if (release.state !== 'installed' || times === MAX_ATTEMPTS) return clearInterval(looking)
    times += 1
    // The worker closes itself.
    // oxlint-disable-next-line no-new
    new Worker(new URL('./noop-worker.ts', import.meta.url), { type: 'module' })
  }, RETRY_MS)
}
