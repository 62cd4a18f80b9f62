/** Narrower than most phones: an iPhone SE of 2016, or 1280 px at 400 % zoom (WCAG 2.2, 1.4.10). */
export const NARROW_PX = 320

/** Finds elements past the right edge that neither scroll nor end in an ellipsis on their own. */
export function findTooWide(): readonly string[] {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= wide) return []
  const scrolls = (element: Element): boolean => {
    for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true
    return false
  }
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > wide + 1 && !scrolls(element),
  )
  return [
    `${String(document.documentElement.scrollWidth)} px`,
    ...found.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 160)),
  ]
}

/**
 * Finds targets below 44 px and text that a box cuts off, on the page in its present state. Exempt are links within a
 * sentence, which are as high as its lines, and marks on the map, which may lie close together because their car parks
 * are also rows of the list.
 */
export function findSmallOrCut(): readonly string[] {
  const TARGET_PX = 44
  const describe = (element: Element): string => element.outerHTML.slice(0, 140)
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    const { visibility, clipPath } = getComputedStyle(element)
    return width > 0 && height > 0 && visibility === 'visible' && clipPath === 'none'
  }
  /** The element to press: the label around a field that has no size of its own. */
  const faceOf = (control: Element): Element =>
    control.matches('input[type=radio], input[type=checkbox]') ? (control.closest('label') ?? control) : control
  const isInSentence = (element: Element): boolean =>
    getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
  /** Whether a pseudo-element makes the touch target larger than it looks. */
  const takesTapsAround = (face: Element): boolean => {
    face.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = face.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    /** How far from the centre a tap still counts, in one direction. */
    const reach = (dx: number, dy: number): number => {
      let far = 0
      while (far < TARGET_PX && face.contains(document.elementFromPoint(x + dx * far, y + dy * far))) far += 1
      return far
    }
    return Math.min(reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)) >= TARGET_PX
  }
  const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=switch]'
  // The page behind a dialog takes no taps.
  const front = document.querySelector('dialog[open]') ?? document
  const small = [...front.querySelectorAll(controls)]
    .map(faceOf)
    .filter((face) => isShown(face) && !isInSentence(face) && face.closest('[data-spot]') === null)
    .flatMap((face) => {
      const { width, height } = face.getBoundingClientRect()
      if (Math.min(width, height) >= TARGET_PX - 0.5 || takesTapsAround(face)) return []
      return [`${width.toFixed(0)} x ${height.toFixed(0)} px: ${describe(face)}`]
    })
  const cut = [...document.body.querySelectorAll('*')].filter((element) => {
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element)
    // A map and the ruler of a stay extend past their boxes.
    if (
      !isShown(element) ||
      element.closest('.leaflet-container, [role=slider]') !== null ||
      textOverflow === 'ellipsis' ||
      webkitLineClamp !== 'none'
    )
      return false
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    return (
      (element.textContent ?? '').trim() !== '' &&
      ((cuts(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1))
    )
  })
  return [...small, ...cut.map((element) => `cut: ${describe(element)}`)]
}
