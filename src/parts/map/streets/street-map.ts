import type { Map } from 'leaflet'
import { isSparing } from '../../../lib/metered-line.ts'
import { startStreetThread, type StreetThread } from '../../streets/street-thread.ts'
import type { CreditedRegion } from '../../streets/use-street-areas.ts'
import type { StreetLook } from '../../../streets/street-look.ts'
import { intersects, rectOf } from '../../../streets/tile-math.ts'
import { ensurePanes, STREET_PANES } from '../panes.ts'
import type { StreetsState } from './streets-state.ts'
import { StreetLayer } from './street-layer.ts'
import { StreetNames } from './street-names.ts'

/** Streets and their names on a map, until `remove`. */
export class StreetMap {
  readonly #map: Map
  readonly #onState: (state: StreetsState) => void
  readonly #thread: StreetThread = startStreetThread()
  readonly #layer: StreetLayer
  readonly #names: StreetNames
  /** Null until the available regions are known. */
  #regions: readonly CreditedRegion[] | null = null
  #isSparing = isSparing()
  #said = ''
  #pins = ''

  constructor(map: Map, onState: (state: StreetsState) => void) {
    ensurePanes(map)
    this.#map = map
    this.#onState = onState
    this.#layer = new StreetLayer(this.#thread, STREET_PANES.tiles)
    this.#names = new StreetNames(map, this.#thread, STREET_PANES.names)
  }

  /** Starts following the map. */
  start(): void {
    this.#layer.on('load', this.#say)
    this.#map.on('moveend', this.#moved)
    this.#map.on('zoomstart', this.#names.hide)
  }

  setLook(look: StreetLook): void {
    this.#thread.setLook(look)
    this.#draw()
  }

  /** Requests what is not on the phone from the provider, although data saving is on. */
  load(): void {
    this.#isSparing = false
    this.#thread.load()
    this.#draw()
  }

  setRegions(regions: readonly CreditedRegion[]): void {
    this.#regions = regions
    this.#thread.setRegions(regions)
    this.#draw()
  }

  /** Takes a value that changes whenever pins appear, disappear or move: names avoid pins. */
  setPins(pins: string): void {
    if (pins === this.#pins) return
    this.#pins = pins
    this.#updateNames()
  }

  #updateNames(): void {
    if (this.#inView().length > 0) this.#names.update()
    else this.#names.hide()
  }

  remove(): void {
    this.#map.off('moveend', this.#moved)
    this.#map.off('zoomstart', this.#names.hide)
    this.#layer.remove()
    this.#names.remove()
    this.#thread.end()
  }

  #draw(): void {
    if (this.#regions === null) return
    if (this.#map.hasLayer(this.#layer)) this.#layer.redraw()
    else this.#map.addLayer(this.#layer)
    this.#moved()
  }

  readonly #moved = (): void => {
    this.#updateNames()
    if (this.#inView().length === 0) this.#say()
  }

  readonly #say = (): void => {
    if (this.#regions === null) return
    const listed = this.#inView()
    const inView = this.#layer.hasStreets ? listed : []
    const kindOfNone = this.#isSparing && listed.length > 0 ? 'spared' : 'none'
    // Runs after every move, and most moves change nothing.
    const said = `${kindOfNone} ${inView.map(({ url }) => url).join(' ')}`
    if (said === this.#said) return
    this.#said = said
    const attributions = [...new Set(inView.map(({ attribution }) => attribution))]
    const boxes = inView.map(({ box }) => box)
    this.#onState(inView.length > 0 ? { kind: 'shown', attributions, boxes } : { kind: kindOfNone })
  }

  #inView(): readonly CreditedRegion[] {
    const { min, max } = this.#map.getPixelBounds()
    if (min === undefined || max === undefined) return []
    const view = { left: min.x, top: min.y, right: max.x, bottom: max.y }
    return (this.#regions ?? []).filter(({ box }) => intersects(rectOf(box, this.#map.getZoom()), view))
  }
}
