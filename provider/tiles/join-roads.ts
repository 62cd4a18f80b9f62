import { isClosed, joinLines, type Line, positionKey } from './lines.ts'
import { metresBetween } from './rings.ts'
import type { Position, StreetFeature } from './street-feature.ts'

/**
 * Equal names closer than this are one place: a station is mapped as a point and an area, an entrance hall and its
 * platforms.
 */
const SAME_PLACE_METRES = 200
/** A university's name is on each of its buildings. */
const SAME_LANDMARK_METRES = 800
/** A shorter unnamed piece with a dead end leads from a door to its sidewalk. */
const SCRAP_METRES: Readonly<Record<string, number>> = { path: 40, minor_road: 20 }

/**
 * Joins the many short pieces that a street is mapped in: that saves two thirds of the size and gives the name room.
 */
export function joinRoads(features: readonly StreetFeature[]): readonly StreetFeature[] {
  const groups = new Map<string, { readonly like: StreetFeature; readonly lines: Line[] }>()
  const rest: StreetFeature[] = []
  for (const feature of features) {
    if (feature.shape.type !== 'LineString') {
      rest.push(feature)
      continue
    }
    const key = JSON.stringify([feature.layer, feature.fromZoom, feature.tags])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { like: feature, lines: [feature.shape.coordinates] })
    else group.lines.push(feature.shape.coordinates)
  }
  const joined = [...groups.values()].flatMap(({ like, lines }) =>
    joinLines(lines, { mayReverse: true }).map((line) => ({ like, line })),
  )
  const roads = dropScraps(joined).map(({ like, line }) => ({
    ...like,
    shape: { type: 'LineString' as const, coordinates: line },
  }))
  return [...roads, ...dropDoubleNames(rest)]
}

interface Road {
  readonly like: StreetFeature
  readonly line: Line
}

function dropScraps(roads: readonly Road[]): readonly Road[] {
  const uses = new Map<string, number>()
  for (const { line } of roads) {
    for (const key of new Set(line.map(positionKey))) uses.set(key, (uses.get(key) ?? 0) + 1)
  }
  const isLoose = (position: Position | undefined): boolean =>
    position !== undefined && (uses.get(positionKey(position)) ?? 0) < 2
  return roads.filter(({ like: { tags }, line }) => {
    const limit = SCRAP_METRES[String(tags['kind'])]
    if (limit === undefined || tags['name'] !== undefined || isClosed(line)) return true
    return lengthOf(line) >= limit || !(isLoose(line[0]) || isLoose(line.at(-1)))
  })
}

function lengthOf(line: Line): number {
  return line.reduce((sum, position, at) => sum + metresBetween(line[at - 1] ?? position, position), 0)
}

function dropDoubleNames(features: readonly StreetFeature[]): readonly StreetFeature[] {
  const seen = new Map<string, Position[]>()
  return features.filter(({ layer, tags, shape }) => {
    if (shape.type !== 'Point') return true
    const key = `${layer}/${String(tags['kind'])}/${String(tags['name'])}`
    const known = seen.get(key) ?? []
    const limit = tags['kind'] === 'landmark' ? SAME_LANDMARK_METRES : SAME_PLACE_METRES
    if (known.some((position) => metresBetween(position, shape.coordinates) < limit)) return false
    seen.set(key, [...known, shape.coordinates])
    return true
  })
}
