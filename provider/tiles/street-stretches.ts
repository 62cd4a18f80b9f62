import type { NamedStreet } from '../../src/contract/street-names.ts'
import { must } from '../../src/lib/assert.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'

/** A piece of a street within one tile. */
export type Piece = readonly LatLng[]

/** Ends this close count as joined: tiles round to about a metre, and each cuts at its own edge. */
const JOIN_DEGREES = 0.000_2
/** A long street is named once per square of this side, about 2 km. */
const PART_DEGREES = 0.02
/** Closer parts, such as the other carriageway or the stretch beyond a crossing, add nothing. */
const APART_METRES = 1_000

const keyAt = ({ lat, lng }: LatLng): string =>
  `${String(Math.round(lat / JOIN_DEGREES))}/${String(Math.round(lng / JOIN_DEGREES))}`

/** Groups pieces that meet at their ends. */
function joinPieces(pieces: readonly Piece[]): ReadonlyArray<readonly Piece[]> {
  const parents = pieces.map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = must(parents[root], 'a parent')
    return root
  }
  const byEnd = new Map<string, number>()
  for (const [index, piece] of pieces.entries()) {
    for (const end of [piece[0], piece.at(-1)]) {
      const key = keyAt(must(end, 'an end'))
      const other = byEnd.get(key)
      if (other === undefined) byEnd.set(key, index)
      else parents[find(index)] = find(other)
    }
  }
  return [...Map.groupBy(pieces, (_, index) => find(index)).values()]
}

interface Step {
  readonly middle: LatLng
  readonly metres: number
}

const stepsOf = (piece: Piece): readonly Step[] =>
  piece.slice(1).map((to, index) => {
    const from = must(piece[index], 'a point')
    return {
      middle: { lat: (from.lat + to.lat) / 2, lng: (from.lng + to.lng) / 2 },
      metres: distanceMetres(from, to),
    }
  })

interface Part extends LatLng {
  readonly metres: number
}

/** The position on the street closest to the length-weighted mean, which itself may lie beside a bend. */
function middleOf(steps: readonly Step[]): Part {
  const metres = steps.reduce((sum, step) => sum + step.metres, 0)
  const mean = (key: 'lat' | 'lng'): number =>
    steps.reduce((sum, step) => sum + step.middle[key] * step.metres, 0) / Math.max(metres, Number.MIN_VALUE)
  const middle = { lat: mean('lat'), lng: mean('lng') }
  const [nearest] = steps.toSorted(
    (a, b) => distanceMetres(a.middle, middle) - distanceMetres(b.middle, middle) || a.middle.lat - b.middle.lat,
  )
  return { ...must(nearest, 'a step').middle, metres }
}

function partsOf(pieces: readonly Piece[]): readonly Part[] {
  const steps = pieces.flatMap(stepsOf)
  if (steps.length === 0) return []
  const lats = steps.map(({ middle }) => middle.lat)
  const lngs = steps.map(({ middle }) => middle.lng)
  const span = Math.max(extent(lats), extent(lngs))
  if (span <= PART_DEGREES) return [middleOf(steps)]
  const square = ({ middle }: Step): string =>
    `${String(Math.floor(middle.lat / PART_DEGREES))}/${String(Math.floor(middle.lng / PART_DEGREES))}`
  return [...Map.groupBy(steps, square).values()].map(middleOf)
}

const extent = (values: readonly number[]): number => {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)]
  return most - least
}

/** Positions of the streets with this name: one per connected stretch and about 2 km, never two within a kilometre. */
export function placesOfStreet(name: string, pieces: readonly Piece[]): readonly NamedStreet[] {
  const parts = joinPieces(pieces.filter((piece) => piece.length > 1))
    .flatMap(partsOf)
    .toSorted((a, b) => b.metres - a.metres || a.lat - b.lat || a.lng - b.lng)
  const kept: Part[] = []
  for (const part of parts) {
    if (kept.every((other) => distanceMetres(other, part) > APART_METRES)) kept.push(part)
  }
  return kept.map(({ lat, lng }) => ({ name, lat, lng }))
}
