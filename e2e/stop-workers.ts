import type { CDPSession } from '@playwright/test'

const STOPPED_WITHIN_MS = 10_000

interface Version {
  readonly versionId: string
  readonly runningStatus: string
}

/**
 * Stops every running service worker of a browser and waits until they have stopped: a navigation that meets a stopping
 * worker bypasses it to the network. Do not combine with the context's `setOffline`: this Chromium crashes then.
 */
export async function stopWorkers(devtools: CDPSession): Promise<void> {
  /** Whether each version is running; empty until the browser has reported. */
  const running = new Map<string, boolean>()
  const note = ({ versions }: { versions: readonly Version[] }): void => {
    for (const { versionId, runningStatus } of versions) running.set(versionId, runningStatus !== 'stopped')
  }
  const isStopped = (): boolean => running.size > 0 && [...running.values()].every((runs) => !runs)
  devtools.on('ServiceWorker.workerVersionUpdated', note)
  await devtools.send('ServiceWorker.enable')
  const deadline = performance.now() + STOPPED_WITHIN_MS
  do {
    await devtools.send('ServiceWorker.stopAllWorkers')
    await new Promise((resolve) => setTimeout(resolve, 50))
  } while (!isStopped() && performance.now() < deadline)
  await devtools.send('ServiceWorker.disable')
  devtools.off('ServiceWorker.workerVersionUpdated', note)
  if (!isStopped()) throw new Error('A service worker did not stop')
}
