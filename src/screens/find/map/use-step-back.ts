import type { Map } from 'leaflet'
import { useEffect } from 'react'
import { useMapEvents } from 'react-leaflet'

/** Elements over the map: the search, the chips, the sheet and the map's buttons. */
const OVER_MAP = '[data-over-map], section[data-height]'

const intersects = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The selected pill first, then clusters, then the rest in list order. */
const rankOf = (spot: HTMLElement): number =>
  spot.dataset['selected'] !== undefined ? 0 : spot.dataset['cluster'] !== undefined ? 1 : 2

/** Whether more than a quarter of the pin is covered. */
function isBlot(pin: DOMRect, cover: DOMRect): boolean {
  const across = Math.min(pin.right, cover.right) - Math.max(pin.left, cover.left)
  const down = Math.min(pin.bottom, cover.bottom) - Math.max(pin.top, cover.top)
  return across > 0 && down > 0 && across * down > (pin.width * pin.height) / 4
}

/**
 * Hides the searched place's pin when the selected pill covers too much of it; touching pills is fine, since it is not
 * a target.
 */
function hidePlace(map: Map, selected: DOMRect | undefined): void {
  const place = map.getContainer().querySelector<HTMLElement>('[data-place="pin"]')
  if (place === null) return
  place.toggleAttribute('data-covered', selected !== undefined && isBlot(place.getBoundingClientRect(), selected))
}

/** Whether the box crosses the map's edge. */
const isCut = (box: DOMRect, map: DOMRect): boolean =>
  intersects(box, map) && (box.left < map.left || box.right > map.right || box.top < map.top || box.bottom > map.bottom)

/**
 * Reduces a pill to its dot when it would overlap another pill or an element over the map, or be cut by the map's edge:
 * a partly covered target is hit by mistake. Panning or zooming in brings it back; the list always has it.
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
  // After every render, since pills may have been added, removed or relabelled.
  useEffect(update)
  useMapEvents({ moveend: update, resize: update })
}
