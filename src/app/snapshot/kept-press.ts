/** How long a link waits for the app before the browser follows it, which restarts the app there. */
const LINK_MS = 4000
/** How long the app is searched for the pressed control; some parts appear after its first paint. */
const REPLAY_MS = 2000
/** How long a found control may wait for its code to hydrate it. A click replayed later than that would surprise. */
const MUTE_MS = 10_000
const RETRY_MS = 20
const CONTROLS = 'a[href], button, summary, input, select, textarea'

declare global {
  interface Document {
    /** The last click before any script file loaded, recorded by the page itself (src/begin.ts). */
    pressed?: MouseEvent
  }
}

/** A pressed control, identified by its words and its position among the controls with the same words. */
interface Press {
  readonly words: string
  readonly at: number
  readonly among: number
}

let kept: Press | undefined
/** Where the kept press is replayed, once the app has started rendering there. */
let app: HTMLElement | undefined
let pressed: HTMLElement | undefined
let late: ReturnType<typeof setTimeout> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
/** Controls that were on the page before the app. */
const early = new WeakSet<Element>()

/** Identifies a control. A link is identified by its address, because its text may have changed since. */
const wordsOf = (control: Element): string =>
  [
    control.tagName,
    control.getAttribute('href') ??
      control.getAttribute('name') ??
      control.getAttribute('aria-label') ??
      control.textContent.trim(),
  ].join(' ')

/** Skips closed dialogs: the app renders some of them ahead, hidden, and a snapshot contains none. */
const alike = (root: Element, words: string): readonly HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => wordsOf(control) === words && control.closest('dialog:not([open])') === null,
  )

const isUnder = (control: Element, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return left <= clientX && clientX < right && top <= clientY && clientY < bottom
}

/**
 * Returns the pressed control. Forms of a snapshot are inert, so their fields receive no events and are found by
 * position.
 */
function pressedIn(still: HTMLElement, event: MouseEvent): HTMLElement | null {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROLS) : null
  const inert = [...still.querySelectorAll<HTMLElement>('form')].flatMap((form) => [
    ...form.querySelectorAll<HTMLElement>(CONTROLS),
  ])
  return target ?? (event.detail === 0 ? null : (inert.find((control) => isUnder(control, event)) ?? null))
}

/**
 * Whether the browser handles the control before the app runs: an active form can be filled in and submitted. A
 * `type="button"` in it has to wait.
 */
const worksAlready = (control: Element): boolean =>
  'form' in control &&
  control.form instanceof HTMLFormElement &&
  !control.form.inert &&
  !(control instanceof HTMLButtonElement && control.type === 'button')

/** Whether the click is left to the browser: a form, a new tab, another site, a phone call. */
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
 * Whether React has not hydrated the control yet: React tags each element it hydrates, part by part, a lazy one only
 * once its code has loaded.
 */
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

/**
 * Returns the button, or field of an inert form, that was pressed before this script loaded; null for anything the
 * browser handled itself.
 */
function findFirstPress(still: HTMLElement): HTMLElement | null {
  const control = document.pressed === undefined ? null : pressedIn(still, document.pressed)
  const isMissed =
    control instanceof HTMLButtonElement ? !worksAlready(control) : control?.closest('form')?.inert === true
  return isMissed ? control : null
}

/**
 * Records the last press on a snapshot, or on a page rendered at build, for the app that replaces it (`replayPress`).
 * Until then no handler would respond.
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
    // React listens before it has hydrated everything, and would respond as well.
    event.stopPropagation()
    keep(still, control)
  }
  still.addEventListener('click', listener, true)
}

/**
 * Finds the same control in the app. Returns null when the number of such controls has changed, unless all are links to
 * one place: the pressed control is then ambiguous.
 */
function findAgain(place: HTMLElement, { words, at, among }: Press): HTMLElement | null {
  const same = alike(place, words)
  const isSure = same.length === among || same[0] instanceof HTMLAnchorElement
  const found = isSure ? (same[at] ?? same[0] ?? null) : null
  if (found !== null || !(pressed instanceof HTMLAnchorElement)) return found
  // A link's query contains the times of a stay that begins now, and they have moved on since the snapshot was saved.
  const { pathname } = pressed
  const there = [...place.querySelectorAll('a')].filter((link) => link.pathname === pathname)
  return there.every(({ href }) => href === there[0]?.href) ? (there[0] ?? null) : null
}

/**
 * Replays the kept press on the app that has replaced or hydrates the snapshot, as soon as the pressed control
 * responds.
 */
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
  // A newer press replaces the kept one.
  window.addEventListener('pointerdown', forget)
  attempt()
}
