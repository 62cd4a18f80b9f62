import { createRoot } from 'react-dom/client'
import { afterPaint } from './app/after-paint.tsx'
import { App } from './app/app.tsx'
import { applyAppearance } from './app/appearance.ts'
import { showBootFailure } from './app/boot-failure.ts'
import { loadChunk } from './app/chunk-guard.ts'
import { startServiceWorker } from './app/sw-bridge.ts'
import { activatePreferred } from './i18n/activate.ts'
import { consoleLog } from './lib/log.ts'
import { must } from './lib/assert.ts'

/** Boot order: appearance, language, first page; after its paint the data layer and the service worker. */

const startDataLayer = async (): Promise<void> => {
  const { startEngine } = await loadChunk(() => import('./sync/engine.ts'))
  startEngine()
}

async function boot(root: HTMLElement): Promise<void> {
  applyAppearance()
  await loadChunk(activatePreferred)
  createRoot(root).render(<App />)
  afterPaint(() => {
    startDataLayer().catch((error: unknown) => consoleLog.error('data_layer_failed', { error: String(error) }))
    void startServiceWorker()
  })
}

const root = must(document.getElementById('root'), '#root in index.html')
boot(root).catch((error: unknown) => {
  consoleLog.error('boot_failed', { error: String(error) })
  showBootFailure(root)
})
