import { applyAppearance } from './app/appearance.ts'
import { showPageSnapshot } from './app/snapshot/show-page-snapshot.ts'
import { startAtPass } from './app/start-at-pass.ts'
import { leaveOutWelcome } from './app/without-welcome.ts'
import { isBelowFloor } from './built-ins/is-below-floor.ts'
import { must } from './lib/assert.ts'
import { preferredLanguage } from './lib/language.ts'

/**
 * The script within every start page (scripts/start-first.ts). It applies the chosen appearance and shows what this address looked like last
 * time, so that this is the first thing painted, before any other file has come. It asks for no files: they would hold up that paint. `start.ts`
 * goes on from there.
 */
function begin(): void {
  applyAppearance()
  const nowMs = Date.now()
  startAtPass(nowMs)
  const root = must(document.getElementById('root'), '#root in index.html')
  const { pathname, search } = location
  // A query means something else is shown, but for that of the home screen's icon.
  const path = pathname === '/' ? pathname : pathname + search
  const language = preferredLanguage(navigator.language)
  leaveOutWelcome(root)
  // What was rendered for this address at build is newer.
  if (!('rendered' in root.dataset) && !showPageSnapshot(root, { path, language, nowMs })) return
  // For `kept-press.ts`, which takes it away.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  document.onclick = (event) => {
    document.pressed = event
  }
}

// Below the floor public/floor.js says so.
if (!isBelowFloor()) begin()
