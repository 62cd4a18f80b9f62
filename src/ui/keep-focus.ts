/** What had the focus goes, and one of these round it stays: its heading takes the focus, or what can be pressed in it. */
const AROUND = 'dialog[open], section, main'

function placesAround(element: Element): readonly Element[] {
  const place = element.closest(AROUND)
  if (place === null) return []
  return place.parentElement === null ? [place] : [place, ...placesAround(place.parentElement)]
}

function takeFocus(place: Element): void {
  const heading = place.querySelector<HTMLElement>('h1, h2')
  if (heading === null) {
    // What shows that it has the focus has to be in sight.
    place.querySelector<HTMLElement>('a[href], button')?.focus()
    return
  }
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  // The page stays where it is: a row that went is no reason to jump.
  heading.focus({ preventScroll: true })
}

/**
 * A row that was deleted, a notice that was read: what had the focus is gone, and the browser would begin at the top of the document
 * again. The heading of the nearest part of the page that is still there takes it, or what is to be pressed there where it has none.
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
