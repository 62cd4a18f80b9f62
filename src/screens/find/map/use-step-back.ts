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
  }
  // After each render: pills may have come, gone or changed their words.
  useEffect(update)
  useMapEvents({ moveend: update, resize: update })
}
