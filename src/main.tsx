import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadRoute } from './app/app-routes.tsx'
import { loadChunk } from './app/chunk-guard.ts'
import { keepTyped } from './app/keep-typed.ts'
import { isRenderedHere } from './app/rendered-page.ts'
import { replayPress } from './app/snapshot/kept-press.ts'
import { replaceSnapshot } from './app/snapshot/replace-snapshot.ts'
import { startErrorReports, startServiceWorker } from './app/sw-bridge.ts'
import { activatePreferred } from './i18n/activate.ts'
import { purgeInvalidStorage } from './lib/purge-invalid-storage.ts'
import { forgetFirstAnswers } from './queries/first-answers.ts'
import { whenIdle } from './lib/when-idle.ts'
import { consoleLog } from './lib/log.ts'
import { must } from './lib/assert.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { afterPaint, isInstalled } from './ui/paint.ts'

/**
 * Boot order: language (and the page's code, if all code is on the phone), first page; after its paint, the data layer
 * and the service worker.
 */

const startDataLayer = async (): Promise<void> => {
  const { startSync } = await loadChunk(() => import('./sync/start.ts'))
  startSync()
}

const startSnapshots = async (): Promise<void> => {
  const { savePageSnapshots } = await import('./app/snapshot/save-page-snapshots.ts')
  savePageSnapshots(() => must(document.getElementById('root'), '#root'))
}

/**
 * Hydrates a page that was rendered at build, keeping what was typed into it. Parts that differ on this phone are
 * rendered again.
 */
function takeOver(root: HTMLElement): void {
  keepTyped(root)
  hydrateRoot(root, <App />, {
    onRecoverableError: (error) => consoleLog.info('page_drawn_anew', { reason: String(error) }),
  })
  replayPress(root)
  delete root.dataset['rendered']
}

/** Renders the app in `root`. A snapshot is replaced only once the same page is complete. */
async function draw(root: HTMLElement): Promise<void> {
  if (isRenderedHere(root)) return takeOver(root)
  const isStill = 'still' in root.dataset
  const stage = isStill ? document.createElement('div') : root
  const isTaken = isStill ? replaceSnapshot(root, stage) : Promise.resolve()
  const app = createRoot(stage)
  const render = (): void => app.render(<App />)
  // The page behind a snapshot is rendered as fast as possible. Without one it is rendered in slices, so that the
  // search form responds to taps meanwhile.
  if (isStill) render()
  else startTransition(render)
  await isTaken
}

/** How long the installation waits for a page that never becomes idle. */
const INSTALL_WITHIN_MS = 3_000

/** Rejects when the app cannot be shown. */
export async function boot(root: HTMLElement): Promise<void> {
  await Promise.all([loadChunk(activatePreferred), isInstalled() ? preloadRoute(location.pathname) : undefined])
  await draw(root)
  afterPaint(() => {
    forgetFirstAnswers()
    const dataLayer = startDataLayer().catch((error: unknown) =>
      consoleLog.error('data_layer_failed', { error: String(error) }),
    )
    startSnapshots().catch((error: unknown) => consoleLog.info('snapshots_not_loaded', { error: String(error) }))
    void startErrorReports()
    if (isInstalled()) void startServiceWorker()
    // A first installation downloads all files of the app, so the page's own requests go first.
    else void dataLayer.then(() => whenIdle(() => void startServiceWorker(), INSTALL_WITHIN_MS))
    purgeInvalidStorage()
    keepFocus()
  })
}
