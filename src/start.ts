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
 * The first script file, as small as can be. What this address looked like last time, or at build, stands there already (begin.ts); the app
 * itself (main.tsx) is on its way meanwhile, and runs when that has been painted.
 */
const root = must(document.getElementById('root'), '#root in index.html')

const apiBase = (): string => new URL(import.meta.env.VITE_API_BASE ?? USUAL_API_BASE, location.origin).href

/** After the next paint; frames rest while nobody looks. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.visibilityState === 'hidden') resolve()
    else afterPaint(resolve)
  })

/** What the app asks for once it runs is on its way with it. A failure here is met again, and told, where it is needed. */
function loadAhead(language: Language): void {
  void Promise.allSettled([loadMessages(language), ...(isInstalled() ? [import('./queries/query.ts')] : [])])
}

/**
 * What the first drawing says in figures and times takes the browser long the first time: while the app's script is on its way, and on a first
 * visit, where more is on its way, in a thread, which fetches what a search needs, too. After a relaunch a thread saves nothing.
 */
function prepareBeside(language: Language): void {
  if (isInstalled()) {
    setTimeout(() => new Intl.NumberFormat(language))
    return
  }
  const thread = new Worker(new URL('./places/first-visit-thread.ts', import.meta.url), { type: 'module' })
  // A worker has no origin argument: that is the window's postMessage.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  thread.postMessage({ language, hasSearch: /^\/search\/?$/.test(location.pathname) } satisfies FirstVisit)
}

/**
 * The browser opens its storage while the page is painted. Only names are asked for: to open what is not there would make it. Rejects where that is
 * not known (Firefox before 126), or not allowed.
 */
const wakeStorage = async (): Promise<unknown> => indexedDB.databases()

/** Longest that the shell stands for an app that does not come. */
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
    // What is wrong with the storage is met again, and told, by what reads it.
    wakeStorage().catch(() => undefined)
  } else askAhead(pathname, apiBase(), language)
  // What an earlier visit looked like is worth more than a message; else the app, when it comes after all, takes the message's place.
  const late = isShown ? undefined : setTimeout(() => showBootFailure(root, 'late'), LOADER_MS)
  if (isShown) await painted()
  loadAhead(language)
  prepareBeside(language)
  const { boot } = await import('./main.tsx')
  await boot(root).finally(() => clearTimeout(late))
}

// Below the floor public/floor.js says so.
if (!isBelowFloor())
  start().catch((error: unknown) => {
    consoleLog.error('boot_failed', { error: String(error) })
    showBootFailure(must(document.getElementById('root'), '#root'))
  })
