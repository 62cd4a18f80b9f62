/** What had the focus goes, and one of these round it stays: its heading takes the focus. */
const AROUND = 'dialog[open], section, main'

function placesAround(element: Element): readonly Element[] {
  const place = element.closest(AROUND)
  if (place === null) return []
  return place.parentElement === null ? [place] : [place, ...placesAround(place.parentElement)]
}

function takeFocus(place: Element): void {
  const taker = place.querySelector<HTMLElement>('h1, h2') ?? place
  if (!(taker instanceof HTMLElement)) return
  if (!taker.hasAttribute('tabindex')) taker.tabIndex = -1
  // The page stays where it is: a row that went is no reason to jump.
  taker.focus({ preventScroll: true })
}

/**
 * A row that was deleted, a notice that was read: what had the focus is gone, and the browser would begin at the top of the document
 * again. The heading of the nearest part of the page that is still there takes it.
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
