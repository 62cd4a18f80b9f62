import { closeByNearest } from './box-edge.ts'
import { classifyArea, classifyLine, classifyPoint, type OsmTags } from './classify-osm.ts'
import { seaOf } from './coastline.ts'
import { clipLine, clipRing, isClosed, joinLines, type Line } from './lines.ts'
import { NodeIndex } from './node-index.ts'
import { type OsmItem, type OsmRelation, type OsmWay, readOsmBlocks } from './osm-items.ts'
import { middleOf, nestRings, ringAreaM2 } from './rings.ts'
import type { Position, StreetFeature } from './street-feature.ts'
import type { Box } from './tile-box.ts'
import { TileProblem } from './tile-problem.ts'

export interface ReadOptions {
  readonly box: Box
  readonly buildings: boolean
}

/** In degrees: nodes this far outside the box are kept, so that lines can be cut at its edge. */
const MARGIN = 0.1

const isInBox = ([lng, lat]: Position, [west, south, east, north]: Box, margin = 0): boolean =>
  lng >= west - margin && lng <= east + margin && lat >= south - margin && lat <= north + margin

interface Gathered {
  readonly nodes: NodeIndex
  readonly points: StreetFeature[]
  readonly relations: OsmRelation[]
  /** Ways that are members of a kept relation. */
  readonly members: Set<number>
  /** Blocks of the file that contain ways. */
  readonly wayBlocks: Set<number>
  nodesInBox: number
}

/** Whether an area with these tags is rendered or labelled, if large enough. */
const isShown = (tags: OsmTags, buildings: boolean): boolean =>
  classifyArea(tags, Infinity) !== undefined || (buildings && isBuilding(tags)) || classifyPoint(tags) !== undefined

const isBuilding = (tags: OsmTags): boolean => tags['building'] !== undefined && tags['building'] !== 'no'

/** First pass: positions of nodes, labels at nodes, relations that are areas we show, and blocks that contain ways. */
async function gather(file: string, options: ReadOptions): Promise<Gathered> {
  const gathered: Gathered = {
    nodes: new NodeIndex(),
    points: [],
    relations: [],
    members: new Set(),
    wayBlocks: new Set(),
    nodesInBox: 0,
  }
  for await (const { index, items } of readOsmBlocks(file, () => true)) {
    for (const item of items) {
      if (item.type === 'way') gathered.wayBlocks.add(index)
      else note(item, gathered, options)
    }
  }
  return gathered
}

function note(item: Exclude<OsmItem, OsmWay>, gathered: Gathered, { box, buildings }: ReadOptions): void {
  const { tags } = item
  if (item.type === 'relation') {
    if (tags?.['type'] !== 'multipolygon') return
    if (!isShown(tags, buildings)) return
    gathered.relations.push(item)
    for (const member of item.members) if (member.type === 'way') gathered.members.add(member.ref)
    return
  }
  const position: Position = [item.lon, item.lat]
  if (!isInBox(position, box, MARGIN)) return
  gathered.nodes.add(item.id, position)
  if (!isInBox(position, box)) return
  gathered.nodesInBox += 1
  const point = tags === undefined ? undefined : classifyPoint(tags)
  if (point !== undefined) gathered.points.push({ ...point, shape: { type: 'Point', coordinates: position } })
}

/** The parts of a way whose nodes the extract contains; the whole way if none is missing. */
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

/** Rings of the area within the box; parts cut off by the extract are closed along the edge. */
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
    // Skips the geometry of most closed ways, which are houses.
    if (!isShown(tags, buildings)) return
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
      this.features.push({
        layer: 'water',
        fromZoom: 10,
        tags: { kind: 'ocean' },
        shape: { type: 'Polygon', coordinates },
      })
    }
  }
}

const BUILDING = { layer: 'buildings', fromZoom: 14, tags: {} } as const

/** Second pass: turns ways into streets and areas. Returns the lines of ways that belong to relations, by id. */
async function readWays(
  file: string,
  gathered: Gathered,
  streets: Streets,
): Promise<ReadonlyMap<number, readonly Line[]>> {
  const coastlines: Line[] = []
  const memberLines = new Map<number, readonly Line[]>()
  for await (const { items } of readOsmBlocks(file, (index) => gathered.wayBlocks.has(index))) {
    for (const item of items) {
      const runs = item.type === 'way' ? runsOf(item, gathered.nodes) : []
      if (item.type !== 'way' || runs.length === 0) continue
      const { id, refs, tags = {} } = item
      if (gathered.members.has(id)) memberLines.set(id, runs)
      if (tags['natural'] === 'coastline') coastlines.push(...runs)
      streets.addLine(tags, runs)
      if (refs[0] === refs.at(-1)) streets.addArea(tags, { outers: runs, inners: [] })
    }
  }
  streets.addSea(coastlines)
  return memberLines
}

/**
 * Reads a box from an OpenStreetMap extract, clipped to it: streets, rails, water, green, piers and names. Reads the
 * file twice, so that nodes, ways and relations may come in any order. Throws `TileProblem` when the file is not an
 * extract or has nothing in the box.
 */
export async function readStreets(file: string, options: ReadOptions): Promise<readonly StreetFeature[]> {
  const gathered = await gather(file, options)
  if (gathered.nodesInBox === 0) throw new TileProblem(`${file} holds nothing of the box`)
  const streets = new Streets(options)
  const memberLines = await readWays(file, gathered, streets)
  for (const { tags = {}, members } of gathered.relations) {
    const linesOf = (isOurs: (role: string) => boolean): readonly Line[] =>
      members.flatMap(({ type, ref, role }) => (type === 'way' && isOurs(role) ? (memberLines.get(ref) ?? []) : []))
    streets.addArea(tags, { outers: linesOf((role) => role !== 'inner'), inners: linesOf((role) => role === 'inner') })
  }
  return [...streets.features, ...gathered.points]
}
