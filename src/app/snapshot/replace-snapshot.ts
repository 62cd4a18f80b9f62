import { isSettled } from './is-settled.ts'
import { replayPress } from './kept-press.ts'

/** After this long without data, the app replaces the snapshot and shows that it is waiting. */
const TIMEOUT_MS = 4000

/** Runs `task` when no pointer is down, so that a tap begun on the snapshot ends on it. */
function whenUntouched(still: HTMLElement, task: () => void): () => void {
  let isDown = false
  let isDue = false
  const run = () => {
    window.removeEventListener('pointerup', up)
    window.removeEventListener('pointercancel', up)
    task()
  }
  const down = () => {
    isDown = true
  }
  const up = () => {
    isDown = false
    // The click event follows this one.
    if (isDue) setTimeout(run, 0)
  }
  still.addEventListener('pointerdown', down)
  window.addEventListener('pointerup', up)
  window.addEventListener('pointercancel', up)
  return () => {
    isDue = true
    if (!isDown) run()
  }
}

/**
 * Replaces the snapshot with the app once the app has rendered the same page from the mirror, so that nothing flashes
 * in between. `stage` is the element React renders into; resolves when `stage` is in the page.
 */
export function replaceSnapshot(still: HTMLElement, stage: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    let isDone = false
    const swap = whenUntouched(still, () => {
      if (isDone) return
      isDone = true
      stage.id = still.id
      still.replaceWith(stage)
      replayPress(stage)
      resolve()
    })
    const timer = setTimeout(swap, TIMEOUT_MS)
    const observer = new MutationObserver(() => {
      if (!isSettled(stage)) return
      observer.disconnect()
      clearTimeout(timer)
      swap()
    })
    observer.observe(stage, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
  })
}
