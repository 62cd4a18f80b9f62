import type { CDPSession } from '@playwright/test'

const STOPPED_WITHIN_MS = 10_000

interface Version {
  readonly versionId: string
  readonly runningStatus: string
}

/**
 * Ends every service worker of a browser in the middle of what it does, and waits for it: a navigation that meets one on its
 * way down goes past it to the network. Not together with the context's `setOffline`: this Chromium goes down then.
 */
export async function stopWorkers(devtools: CDPSession): Promise<void> {
  /** Version to whether it runs; empty until the browser has told. */
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
