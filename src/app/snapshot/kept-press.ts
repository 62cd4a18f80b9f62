/** Longest that a link waits for the app; then the browser follows it, which starts the app anew there. */
const LINK_MS = 4000
/** Longest that the app is looked through for what was pressed; parts of it come after its first paint. */
const REPLAY_MS = 2000
const CONTROLS = 'a[href], button, summary, input, select, textarea'

/** What was pressed, found again by what it says and the how many-th it is of those that say the same. */
interface Press {
  readonly words: string
  readonly at: number
  readonly among: number
}

let kept: Press | undefined
let stopKeeping = (): void => {}

/** A link is where it leads; its text may have changed since. */
const wordsOf = (control: Element): string =>
  [
    control.tagName,
    control.getAttribute('href') ??
      control.getAttribute('name') ??
      control.getAttribute('aria-label') ??
      control.textContent.trim(),
  ].join(' ')

const alike = (root: Element, words: string): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => wordsOf(control) === words)

const isUnder = (control: Element, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return left <= clientX && clientX < right && top <= clientY && clientY < bottom
}

/** Forms of a still are inert, and their fields are no targets: they are found by their places. */
function pressedIn(still: HTMLElement, event: MouseEvent): HTMLElement | null {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROLS) : null
  const inert = [...still.querySelectorAll<HTMLElement>('form')].flatMap((form) => [
    ...form.querySelectorAll<HTMLElement>(CONTROLS),
  ])
  return target ?? (event.detail === 0 ? null : (inert.find((control) => isUnder(control, event)) ?? null))
}

/** A form that works before the app does is typed into and sent by the browser; a button beside that waits. */
const worksAlready = (control: Element): boolean =>
  'form' in control &&
  control.form instanceof HTMLFormElement &&
  !control.form.inert &&
  !(control instanceof HTMLButtonElement && control.type === 'button')

/** Whether the browser alone knows what to do: a form, a new tab, another site, a call. */
const isForBrowser = (control: Element, event: MouseEvent): boolean =>
  worksAlready(control) ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  (control instanceof HTMLAnchorElement &&
    (control.origin !== location.origin || control.target !== '' || control.hasAttribute('download')))

/**
 * Keeps the last press on a still, or on a page that was rendered at build, for the app that takes its place (`replayPress`): until then
 * nothing would answer to it.
 */
export function keepPresses(still: HTMLElement): void {
  kept = undefined
  let late: ReturnType<typeof setTimeout> | undefined
  const keep = (event: MouseEvent): void => {
    const control = pressedIn(still, event)
    if (control === null || isForBrowser(control, event)) return
    event.preventDefault()
    clearTimeout(late)
    still.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    control.dataset['pressed'] = ''
    const words = wordsOf(control)
    const same = alike(still, words)
    kept = { words, at: same.indexOf(control), among: same.length }
    if (control instanceof HTMLAnchorElement)
      late = setTimeout(() => still.isConnected && location.assign(control.href), LINK_MS)
  }
  still.addEventListener('click', keep)
  stopKeeping = () => {
    still.removeEventListener('click', keep)
    still.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
    clearTimeout(late)
  }
}

/**
 * The same control in the app. Null where another of its kind has come or gone, unless all are links to one place: what was pressed is then
 * not sure any more.
 */
function findAgain(app: HTMLElement, { words, at, among }: Press): HTMLElement | null {
  const same = alike(app, words)
  const isSure = same.length === among || same[0] instanceof HTMLAnchorElement
  return isSure ? (same[at] ?? same[0] ?? null) : null
}

/** Does the kept press on the app that now stands in the still's place. */
export function replayPress(app: HTMLElement): void {
  stopKeeping()
  const press = kept
  kept = undefined
  if (press === undefined) return
  const isDone = (): boolean => {
    const control = findAgain(app, press)
    control?.focus({ preventScroll: true })
    control?.click()
    return control !== null
  }
  if (isDone()) return
  const end = (): void => {
    observer.disconnect()
    clearTimeout(timer)
    window.removeEventListener('pointerdown', end)
  }
  const observer = new MutationObserver(() => isDone() && end())
  const timer = setTimeout(end, REPLAY_MS)
  observer.observe(app, { childList: true, subtree: true })
  // Whoever presses something else by now means that.
  window.addEventListener('pointerdown', end)
}
