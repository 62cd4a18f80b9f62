import { deletePageSnapshot, savePageSnapshot } from '../../lib/page-snapshots.ts'
import { buildOf } from './build-of.ts'
import { isSettled } from './is-settled.ts'

const WEEK_MS = 7 * 86_400_000
/** A page that has just been drawn may still be filling. */
const FIRST_AFTER_MS = 300
const AGAIN_AFTER_MS = 5000

/** What a first glance does not reach, in heights of the window. */
const BEYOND = 1.5

/** Whether an element is not displayed, or so far down that drawing it would only hold up what is above. */
const isOutOfSight = (element: Element): boolean =>
  getComputedStyle(element).display === 'none' ||
  element.getBoundingClientRect().top + window.scrollY > window.innerHeight * BEYOND

/** The page's markup without what is out of sight and what belongs to the moment: open panels, notices. */
function drawingOf(root: Element): string {
  const copy = root.cloneNode(true) as Element
  const blocks = 'div, section, footer, ul, li'
  const shown = Array.from(root.querySelectorAll(blocks), (block) => !isOutOfSight(block))
  copy.querySelectorAll(blocks).forEach((block, index) => shown[index] === false && block.remove())
  for (const panel of copy.querySelectorAll('dialog, [role="alert"]')) panel.remove()
  // The policy of the page refuses inline styles in markup.
  for (const styled of copy.querySelectorAll('[style]')) styled.removeAttribute('style')
  for (const open of copy.querySelectorAll('details[open]')) open.removeAttribute('open')
  const chosen = root.querySelectorAll('select')
  // A clone forgets which option was chosen.
  copy.querySelectorAll('select').forEach((select, index) => {
    const at = chosen[index]?.selectedIndex ?? -1
    Array.from(select.options, (option, place) => option.toggleAttribute('selected', place === at))
  })
  return copy.innerHTML
}

/** Until when the page stays true: the earliest `data-still-until` on it; a week at most. */
function truthOf(root: Element, nowMs: number): number {
  const limits = Array.from(root.querySelectorAll<HTMLElement>('[data-still-until]'), (element) =>
    Number(element.dataset['stillUntil']),
  )
  return Math.min(nowMs + WEEK_MS, ...limits)
}

/**
 * Keeps a still of each page that allows it (`data-keep-still`), some moments after it has been drawn and when it is left.
 * What is true only now carries `data-now` and is left blank when the still is shown.
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
    timer ??= setTimeout(save, location.pathname === lastPath ? AGAIN_AFTER_MS : FIRST_AFTER_MS)
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  timer = setTimeout(save, FIRST_AFTER_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
}
