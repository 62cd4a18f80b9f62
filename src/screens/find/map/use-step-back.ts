import type { Map } from 'leaflet'
import { useEffect } from 'react'
import { useMapEvents } from 'react-leaflet'

/** What stands over the map: the search, the chips, the sheet, the map's own buttons. */
const OVER_MAP = '[data-over-map], section[data-height]'

const intersects = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The selected pill first, then clusters, then the others in the list's order. */
const rankOf = (spot: HTMLElement): number =>
  spot.dataset['selected'] !== undefined ? 0 : spot.dataset['cluster'] !== undefined ? 1 : 2

/** More than a quarter of it is covered. */
function isBlot(pin: DOMRect, cover: DOMRect): boolean {
  const across = Math.min(pin.right, cover.right) - Math.max(pin.left, cover.left)
  const down = Math.min(pin.bottom, cover.bottom) - Math.max(pin.top, cover.top)
  return across > 0 && down > 0 && across * down > (pin.width * pin.height) / 4
}

/** The pin of the searched place: a picture, so it may touch other pills, but half of it under the selected one is a blot. */
function hidePlace(map: Map, selected: DOMRect | undefined): void {
  const place = map.getContainer().querySelector<HTMLElement>('[data-place="pin"]')
  if (place === null) return
  place.toggleAttribute('data-covered', selected !== undefined && isBlot(place.getBoundingClientRect(), selected))
}

/** Some of it beyond the edge of the map, some not. */
const isCut = (box: DOMRect, map: DOMRect): boolean =>
  intersects(box, map) && (box.left < map.left || box.right > map.right || box.top < map.top || box.bottom > map.bottom)

/**
 * A pill that would be half covered, by another one or by what stands over the map, or cut by the map's edge, steps back to its dot: a
 * target that shows a corner is hit by mistake. Moving the map or zooming in brings it out; the list has it always.
 */
export function useStepBack(map: Map): void {
  const update = () => {
    const whole = map.getContainer().getBoundingClientRect()
    const spots = [...map.getContainer().querySelectorAll<HTMLElement>('[data-spot]')]
    const taken = [...document.querySelectorAll(OVER_MAP)].map((element) => element.getBoundingClientRect())
    for (const spot of spots.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const box = spot.firstElementChild?.getBoundingClientRect()
      if (box === undefined) continue
      const isCovered =
        spot.dataset['selected'] === undefined && (isCut(box, whole) || taken.some((other) => intersects(box, other)))
      spot.toggleAttribute('data-covered', isCovered)
      if (!isCovered) taken.push(box)
    }
    const selected = spots.find((spot) => spot.dataset['selected'] !== undefined)
    hidePlace(map, selected?.firstElementChild?.getBoundingClientRect())
  }
  // After each render: pills may have come, gone or changed their words.
  useEffect(update)
  useMapEvents({ moveend: update, resize: update })
}
