import { applyAppearance } from './app/appearance.ts'
import { showPageSnapshot } from './app/snapshot/show-page-snapshot.ts'
import { startAtPass } from './app/start-at-pass.ts'
import { leaveOutWelcome } from './app/without-welcome.ts'
import { isBelowFloor } from './built-ins/is-below-floor.ts'
import { must } from './lib/assert.ts'
import { preferredLanguage } from './lib/language.ts'

/**
 * The script inside every start page (scripts/start-first.ts). Applies the chosen appearance and shows this address's
 * last snapshot, so that it is the first thing painted, before any other file has arrived. Requests no files, which
 * would delay that paint. `start.ts` continues from there.
 */
function begin(): void {
  applyAppearance()
  const nowMs = Date.now()
  startAtPass(nowMs)
  const root = must(document.getElementById('root'), '#root in index.html')
  const { pathname, search } = location
  // A query means different content, except for the home screen icon's query on `/`.
  const path = pathname === '/' ? pathname : pathname + search
  const language = preferredLanguage(navigator.language)
  leaveOutWelcome(root)
  // A page rendered for this address at build is newer than a snapshot.
  if (!('rendered' in root.dataset) && !showPageSnapshot(root, { path, language, nowMs })) return
  // For `kept-press.ts`, which removes the handler.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  document.onclick = (event) => {
    document.pressed = event
  }
}

// Below the floor, public/floor.js tells the driver.
if (!isBelowFloor()) begin()
