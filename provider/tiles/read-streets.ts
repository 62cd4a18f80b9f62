import { closeByNearest } from './box-edge.ts'
import { classifyArea, classifyLine, classifyPoint, type OsmTags } from './classify-osm.ts'
import { seaOf } from './coastline.ts'
import { clipLine, clipRing, isClosed, joinLines, type Line } from './lines.ts'
import { NodeIndex } from './node-index.ts'
import { type OsmRelation, type OsmWay, readOsmItems } from './osm-items.ts'
import { middleOf, nestRings, ringAreaM2 } from './rings.ts'
import type { Position, StreetFeature } from './street-feature.ts'
import type { Box } from './tile-box.ts'
import { TileProblem } from './tile-problem.ts'

export interface ReadOptions {
  readonly box: Box
  readonly buildings: boolean
}

/** Nodes this far outside the box are kept, so that lines are cut where they leave it; in degrees. */
const MARGIN = 0.1

const isInBox = ([lng, lat]: Position, [west, south, east, north]: Box, margin = 0): boolean =>
  lng >= west - margin && lng <= east + margin && lat >= south - margin && lat <= north + margin

interface Gathered {
  readonly nodes: NodeIndex
  readonly points: StreetFeature[]
  readonly relations: OsmRelation[]
  /** Ways that a kept relation is made of. */
  readonly members: Set<number>
  nodesInBox: number
}

const isArea = (tags: OsmTags, buildings: boolean): boolean =>
  classifyArea(tags, Infinity) !== undefined || (buildings && isBuilding(tags))

const isBuilding = (tags: OsmTags): boolean => tags['building'] !== undefined && tags['building'] !== 'no'

/** The first pass: where nodes are, what is written at them, and which relations are areas of ours. */
async function gather(file: string, { box, buildings }: ReadOptions): Promise<Gathered> {
  const gathered: Gathered = { nodes: new NodeIndex(), points: [], relations: [], members: new Set(), nodesInBox: 0 }
  for await (const item of readOsmItems(file)) {
    if (item.type === 'node') {
      const position: Position = [item.lon, item.lat]
      if (!isInBox(position, box, MARGIN)) continue
      gathered.nodes.add(item.id, position)
      if (!isInBox(position, box)) continue
      gathered.nodesInBox += 1
      const point = item.tags === undefined ? undefined : classifyPoint(item.tags)
      if (point !== undefined) gathered.points.push({ ...point, shape: { type: 'Point', coordinates: position } })
    } else if (item.type === 'relation' && item.tags?.['type'] === 'multipolygon') {
      if (!isArea(item.tags, buildings) && classifyPoint(item.tags) === undefined) continue
      gathered.relations.push(item)
      for (const member of item.members) if (member.type === 'way') gathered.members.add(member.ref)
    }
  }
  return gathered
}

/** The parts of a way whose nodes the extract holds; without a hole the whole way. */
function runsOf(way: OsmWay, nodes: NodeIndex): readonly Line[] {
  const runs: Position[][] = [[]]
  for (const ref of way.refs) {
    const position = nodes.find(ref)
    if (position === undefined) runs.push([])
    else runs.at(-1)?.push(position)
  }
  return runs.filter((run) => run.length > 1)
}

/** Outer and inner lines of one area. */
interface Outline {
  readonly outers: readonly Line[]
  readonly inners: readonly Line[]
}

/** Rings of the area within the box, what the extract cut off closed along its edge. */
function ringsOf(lines: readonly Line[], box: Box): readonly Line[] {
  const joined = joinLines(lines, { mayReverse: true })
  const open = joined.filter((line) => !isClosed(line)).flatMap((line) => clipLine(line, box))
  return [...joined.filter(isClosed).map((ring) => clipRing(ring, box)), ...closeByNearest(open, box)].filter(isClosed)
}

class Streets {
  readonly features: StreetFeature[] = []
  readonly #options: ReadOptions

  constructor(options: ReadOptions) {
    this.#options = options
  }

  addLine(tags: OsmTags, lines: readonly Line[]): void {
    const line = classifyLine(tags)
    if (line === undefined) return
    for (const piece of lines.flatMap((run) => clipLine(run, this.#options.box))) {
      this.features.push({ ...line, shape: { type: 'LineString', coordinates: piece } })
    }
  }

  addArea(tags: OsmTags, { outers, inners }: Outline): void {
    const { box, buildings } = this.#options
    const rings = ringsOf(outers, box)
    const [largest] = rings.toSorted((a, b) => ringAreaM2(b) - ringAreaM2(a))
    if (largest === undefined) return
    const areaM2 = rings.reduce((sum, ring) => sum + ringAreaM2(ring), 0)
    const area = classifyArea(tags, areaM2) ?? (buildings && isBuilding(tags) ? BUILDING : undefined)
    if (area !== undefined) {
      for (const coordinates of nestRings(rings, ringsOf(inners, box))) {
        this.features.push({ ...area, shape: { type: 'Polygon', coordinates } })
      }
    }
    const point = classifyPoint(tags)
    if (point !== undefined) this.features.push({ ...point, shape: { type: 'Point', coordinates: middleOf(largest) } })
  }

  addSea(coastlines: readonly Line[]): void {
    for (const coordinates of seaOf(coastlines, this.#options.box)) {
      this.features.push({ layer: 'water', fromZoom: 10, tags: { kind: 'ocean' }, shape: { type: 'Polygon', coordinates } })
    }
  }
}

const BUILDING = { layer: 'buildings', fromZoom: 14, tags: {} } as const

/**
 * What an OpenStreetMap extract says of a box, cut to it: streets, rails, water, green, piers and names. Reads the file twice, so that nodes,
 * ways and relations may come in any order. Throws `TileProblem` when the file is none or holds nothing of the box.
 */
export async function readStreets(file: string, options: ReadOptions): Promise<readonly StreetFeature[]> {
  const gathered = await gather(file, options)
  if (gathered.nodesInBox === 0) throw new TileProblem(`${file} holds nothing of the box`)
  const streets = new Streets(options)
  const coastlines: Line[] = []
  const memberLines = new Map<number, readonly Line[]>()
  for await (const item of readOsmItems(file)) {
    if (item.type !== 'way') continue
    const tags = item.tags ?? {}
    const runs = runsOf(item, gathered.nodes)
    if (runs.length === 0) continue
    if (gathered.members.has(item.id)) memberLines.set(item.id, runs)
    if (tags['natural'] === 'coastline') coastlines.push(...runs)
    streets.addLine(tags, runs)
    if (item.refs[0] === item.refs.at(-1)) streets.addArea(tags, { outers: runs, inners: [] })
  }
  for (const { tags = {}, members } of gathered.relations) {
    const linesOf = (isOurs: (role: string) => boolean): readonly Line[] =>
      members.flatMap(({ type, ref, role }) => (type === 'way' && isOurs(role) ? (memberLines.get(ref) ?? []) : []))
    streets.addArea(tags, { outers: linesOf((role) => role !== 'inner'), inners: linesOf((role) => role === 'inner') })
  }
  streets.addSea(coastlines)
  return [...streets.features, ...gathered.points]
}
