/**
 * Parts of a page that can take over the focus from a removed element: by their heading, or else their first link or
 * button.
 */
const AROUND = 'dialog[open], section, main'

function placesAround(element: Element): readonly Element[] {
  const place = element.closest(AROUND)
  if (place === null) return []
  return place.parentElement === null ? [place] : [place, ...placesAround(place.parentElement)]
}

function takeFocus(place: Element): void {
  const heading = place.querySelector<HTMLElement>('h1, h2')
  if (heading === null) {
    // Scrolls: a focused control must be visible.
    place.querySelector<HTMLElement>('a[href], button')?.focus()
    return
  }
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  // Does not scroll: a removed row is no reason for the page to jump.
  heading.focus({ preventScroll: true })
}

/**
 * Moves the focus when the focused element is removed (a deleted row, a dismissed notice); the browser would start
 * again at the top of the document. The focus goes to the heading of the nearest surrounding part that is still there,
 * or to its first control if it has no heading.
 */
export function keepFocus(): void {
  let last: Element | null = null
  let places: readonly Element[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    last = target
    places = placesAround(target)
  })
  new MutationObserver(() => {
    if (last === null || last.isConnected) return
    last = null
    if (document.activeElement !== document.body) return
    const place = places.find((one) => one.isConnected && one.matches(AROUND)) ?? document.querySelector('main')
    if (place !== null) takeFocus(place)
  }).observe(document.body, { subtree: true, childList: true })
}
