import { deletePageSnapshot, savePageSnapshot } from '../../lib/page-snapshots.ts'
import { buildOf } from './build-of.ts'
import { isSettled } from './is-settled.ts'

const WEEK_MS = 7 * 86_400_000
/** A page that has just been rendered may still be filling. */
const FIRST_AFTER_MS = 300
const RESAVE_AFTER_MS = 5000

/** Content below this many window heights is left out of the snapshot. */
const BEYOND = 1.5

/** Whether an element is not displayed, or so far down that rendering it would only delay the content above. */
const isOutOfSight = (element: Element): boolean =>
  getComputedStyle(element).display === 'none' ||
  element.getBoundingClientRect().top + window.scrollY > window.innerHeight * BEYOND

/** Returns the page's markup without out-of-sight elements and transient ones: open panels, alerts. */
function drawingOf(root: Element): string {
  const copy = root.cloneNode(true) as Element
  const blocks = 'div, section, footer, ul, li'
  const shown = Array.from(root.querySelectorAll(blocks), (block) => !isOutOfSight(block))
  copy.querySelectorAll(blocks).forEach((block, index) => shown[index] === false && block.remove())
  for (const panel of copy.querySelectorAll('dialog, [role="alert"]')) panel.remove()
  // The page's security policy forbids inline styles in markup.
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const open of copy.querySelectorAll('details[open]')) open.removeAttribute('open')
  const chosen = root.querySelectorAll('select')
  // A clone loses the selected option.
  copy.querySelectorAll('select').forEach((select, index) => {
    const at = chosen[index]?.selectedIndex ?? -1
    Array.from(select.options, (option, place) => option.toggleAttribute('selected', place === at))
  })
  return copy.innerHTML
}

/** Returns how long the page stays valid: the earliest `data-still-until` on it, at most a week. */
function truthOf(root: Element, nowMs: number): number {
  const limits = Array.from(root.querySelectorAll<HTMLElement>('[data-still-until]'), (element) =>
    Number(element.dataset['stillUntil']),
  )
  return Math.min(nowMs + WEEK_MS, ...limits)
}

/**
 * Saves a snapshot of each page that allows it (`data-keep-still`), shortly after it has rendered and when the page is
 * hidden. Content that is true only at this moment carries `data-now` and is left blank when the snapshot is shown.
 */
export function savePageSnapshots(getRoot: () => Element): void {
  let last = ''
  let lastPath = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const root = getRoot()
    const path = location.pathname
    if (!isSettled(root)) return
    lastPath = path
    if (root.querySelector('[data-keep-still]') === null) {
      deletePageSnapshot(path)
      return
    }
    const html = drawingOf(root)
    if (html === last) return
    last = html
    const language = document.documentElement.lang
    savePageSnapshot(path, { build: buildOf(document), language, untilMs: truthOf(root, Date.now()), html })
  }
  new MutationObserver(() => {
    timer ??= setTimeout(save, location.pathname === lastPath ? RESAVE_AFTER_MS : FIRST_AFTER_MS)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  timer = setTimeout(save, FIRST_AFTER_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
}
