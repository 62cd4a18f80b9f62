import { joinLines, type Line } from './lines.ts'
import type { Position, StreetFeature } from './street-feature.ts'

/** Names at one place closer than this are one: a station is a point and an area, an entrance hall and its platforms. */
const SAME_PLACE_METRES = 200

/** A street is mapped in many short pieces; joined, it costs a third and its name has room. */
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
    joinLines(lines, { mayReverse: true }).map((coordinates) => ({ ...like, shape: { type: 'LineString' as const, coordinates } })),
  )
  return [...joined, ...dropDoubleNames(rest)]
}

function dropDoubleNames(features: readonly StreetFeature[]): readonly StreetFeature[] {
  const seen = new Map<string, Position[]>()
  return features.filter(({ layer, tags, shape }) => {
    if (shape.type !== 'Point') return true
    const key = `${layer}/${String(tags['kind'])}/${String(tags['name'])}`
    const known = seen.get(key) ?? []
    if (known.some((position) => metres(position, shape.coordinates) < SAME_PLACE_METRES)) return false
    seen.set(key, [...known, shape.coordinates])
    return true
  })
}

const metres = (a: Position, b: Position): number =>
  111_320 * Math.hypot(a[1] - b[1], (a[0] - b[0]) * Math.cos((a[1] * Math.PI) / 180))
