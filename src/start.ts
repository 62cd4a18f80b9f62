import { showBootFailure } from './app/boot-failure.ts'
import { fetchAhead } from './app/fetch-ahead.ts'
import { startAtShared } from './app/start-at-shared.ts'
import { beginAtRendered } from './app/rendered-page.ts'
import { keepPresses } from './app/snapshot/kept-press.ts'
import { allowOwnScripts } from './app/trusted-types.ts'
import { isBelowFloor } from './built-ins/is-below-floor.ts'
import { provideBuiltIns } from './built-ins/provide-in-page.ts'
import { USUAL_API_BASE } from './config/api-base.ts'
import { listenForInstall } from './stores/install-prompt.ts'
import type { FirstVisit } from './places/first-visit-thread.ts'
import { askAhead } from './sync/ask-ahead.ts'
import { type Language, preferredLanguage } from './lib/language.ts'
import { removeRefusedBroadcasts } from './lib/refused-broadcasts.ts'
import { loadMessages } from './i18n/load-messages.ts'
import { afterPaint, isInstalled } from './ui/paint.ts'
import { must } from './lib/assert.ts'
import { consoleLog } from './lib/log.ts'

/**
 * The first script file, kept as small as possible. This address's last snapshot, or the page rendered at build, is
 * already visible (begin.ts); the app itself (main.tsx) loads meanwhile and runs after that has been painted.
 */
const root = must(document.getElementById('root'), '#root in index.html')

const apiBase = (): string => new URL(import.meta.env.VITE_API_BASE ?? USUAL_API_BASE, location.origin).href

/** Resolves after the next paint; at once in a hidden page, where no frames run. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else afterPaint(resolve)
  })

/**
 * Starts loading, along with the app, what the app requests once it runs. A failure resurfaces, and is reported, where
 * the files are needed.
 */
function loadAhead(language: Language): void {
  void Promise.allSettled([loadMessages(language), ...(isInstalled() ? [import('./queries/query.ts')] : [])])
}

/**
 * Warms up the formatting of figures and times, whose first use is slow, while the app's script loads. On a first
 * visit, where more is loading, a worker does this and also fetches what a search needs. After a relaunch a worker
 * would save nothing.
 */
function prepareBeside(language: Language): void {
  if (isInstalled()) {
    setTimeout(() => new Intl.NumberFormat(language))
    return
  }
  const thread = new Worker(new URL('./places/first-visit-thread.ts', import.meta.url), { type: 'module' })
  // Only window.postMessage takes an origin; a worker has none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage({ language, hasSearch: /^\/search\/?$/.test(location.pathname) } satisfies FirstVisit)
}

/**
 * Makes the browser open its storage while the page is painted. Only lists the names, because opening a missing
 * database would create it. Rejects where listing is unsupported (Firefox before 126) or not allowed.
 */
const wakeStorage = async (): Promise<unknown> => indexedDB.databases()

/** How long the shell waits for the app before it shows a message. */
const LOADER_MS = 8_000

async function start(): Promise<void> {
  allowOwnScripts()
  await provideBuiltIns()
  removeRefusedBroadcasts(globalThis)
  listenForInstall()
  await startAtShared()
  const language = preferredLanguage(navigator.language)
  const { pathname } = location
  const isStill = 'still' in root.dataset
  if (isStill) keepPresses(root)
  const isShown = isStill || beginAtRendered(root, language)
  if (isInstalled()) {
    fetchAhead(language, pathname)
    // Storage errors resurface, and are reported, at the next read.
    wakeStorage().catch(() => undefined)
  } else askAhead(pathname, apiBase(), language)
  // A visible earlier page is worth more than a message. Otherwise the app replaces the message if it does arrive.
  const late = isShown ? undefined : setTimeout(() => showBootFailure(root, 'late'), LOADER_MS)
  if (isShown) await painted()
  loadAhead(language)
  prepareBeside(language)
  const { boot } = await import('./main.tsx')
  await boot(root).finally(() => clearTimeout(late))
}

// Below the floor, public/floor.js tells the driver.
if (!isBelowFloor())
  start().catch((error: unknown) => {
    consoleLog.error('boot_failed', { error: String(error) })
    showBootFailure(must(document.getElementById('root'), '#root'))
  })
