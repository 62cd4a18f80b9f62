/** Longest that a link waits for the app; then the browser follows it, which starts the app anew there. */
const LINK_MS = 4000
/** Longest that the app is looked through for what was pressed; parts of it come after its first paint. */
const REPLAY_MS = 2000
/** Longest that a found control may stay without an answer: its code is on its way. A press done later than that would surprise. */
const MUTE_MS = 10_000
const RETRY_MS = 20
const CONTROLS = 'a[href], button, summary, input, select, textarea'

declare global {
  interface Document {
    /** The last click before any script file came, noted by the page itself (src/begin.ts). */
    pressed?: MouseEvent
  }
}

/** What was pressed, found again by what it says and the how many-th it is of those that say the same. */
interface Press {
  readonly words: string
  readonly at: number
  readonly among: number
}

let kept: Press | undefined
/** Where the kept press is done, once the app has begun to stand there. */
let app: HTMLElement | undefined
let pressed: HTMLElement | undefined
let late: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
/** Controls that stood there before the app. */
const early = new WeakSet<Element>()

/** A link is where it leads; its text may have changed since. */
const wordsOf = (control: Element): string =>
  [
    control.tagName,
    control.getAttribute('href') ??
      control.getAttribute('name') ??
      control.getAttribute('aria-label') ??
      control.textContent.trim(),
  ].join(' ')

/** Those of a closed dialog are left out: the app draws some ahead, out of sight, and a still has none. */
const alike = (root: Element, words: string): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => wordsOf(control) === words && control.closest('dialog:not([open])') === null,
  )

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

/** Whether nothing answers yet: React marks each element that it takes over, part by part, a lazy one only once its code has come. */
const isMute = (control: Element): boolean =>
  early.has(control) && !Object.keys(control).some((key) => key.startsWith('__reactProps$'))

function forget(): void {
  clearTimeout(late)
  clearTimeout(retry)
  window.removeEventListener('pointerdown', forget)
  pressed?.removeAttribute('data-pressed')
  kept = pressed = undefined
}

function keep(still: HTMLElement, control: HTMLElement): void {
  forget()
  pressed = control
  control.dataset['pressed'] = ''
  const words = wordsOf(control)
  const same = alike(still, words)
  kept = { words, at: same.indexOf(control), among: same.length }
  if (control instanceof HTMLAnchorElement)
    late = setTimeout(() => still.isConnected && location.assign(control.href), LINK_MS)
  if (app !== undefined) replayPress(app)
}

/** A button, or a field of a form at rest, that was pressed before this script came; all else the browser did itself. */
function findFirstPress(still: HTMLElement): HTMLElement | null {
  const control = document.pressed === undefined ? null : pressedIn(still, document.pressed)
  const isMissed =
    control instanceof HTMLButtonElement ? !worksAlready(control) : control?.closest('form')?.inert === true
  return isMissed ? control : null
}

/**
 * Keeps the last press on a still, or on a page that was rendered at build, for the app that takes its place (`replayPress`): until then
 * nothing would answer to it.
 */
export function keepPresses(still: HTMLElement): void {
  forget()
  app = undefined
  for (const control of still.querySelectorAll(CONTROLS)) early.add(control)
  const first = findFirstPress(still)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  document.onclick = null
  delete document.pressed
  if (first !== null && still.contains(first)) keep(still, first)
  const listener = (event: MouseEvent): void => {
    const control = pressedIn(still, event)
    if (control === null) return
    if (isForBrowser(control, event) || !isMute(control)) return forget()
    event.preventDefault()
    // React would answer as well, which begins to listen before it has taken everything over.
    event.stopPropagation()
    keep(still, control)
  }
  still.addEventListener('click', listener, true)
}

/**
 * The same control in the app. Null where another of its kind has come or gone, unless all are links to one place: what was pressed is then
 * not sure any more.
 */
function findAgain(place: HTMLElement, { words, at, among }: Press): HTMLElement | null {
  const same = alike(place, words)
  const isSure = same.length === among || same[0] instanceof HTMLAnchorElement
  const found = isSure ? (same[at] ?? same[0] ?? null) : null
  if (found !== null || !(pressed instanceof HTMLAnchorElement)) return found
  // The times of a stay that begins now stand in a link's query, and have moved on since the still was kept.
  const { pathname } = pressed
  const there = [...place.querySelectorAll('a')].filter((link) => link.pathname === pathname)
  return there.every(({ href }) => href === there[0]?.href) ? (there[0] ?? null) : null
}

/** Does the kept press on the app that now stands in the still's place, or takes it over: as soon as what was pressed answers. */
export function replayPress(place: HTMLElement): void {
  app = place
  const press = kept
  if (press === undefined) return
  const sinceMs = Date.now()
  const attempt = (): void => {
    const control = pressed !== undefined && place.contains(pressed) ? pressed : findAgain(place, press)
    const isWaiting = control === null || isMute(control)
    if (isWaiting && Date.now() - sinceMs < (control === null ? REPLAY_MS : MUTE_MS)) {
      retry = setTimeout(attempt, RETRY_MS)
      return
    }
    forget()
    if (isWaiting) return
    control.focus({ preventScroll: true })
    control.click()
  }
  // Whoever presses something else by now means that.
  window.addEventListener('pointerdown', forget)
  attempt()
}
