import { describe, expect, it } from 'vitest'
import { closeByNearest } from '../../provider/tiles/box-edge.ts'
import { classifyArea, classifyLine, classifyPoint } from '../../provider/tiles/classify-osm.ts'
import { seaOf } from '../../provider/tiles/coastline.ts'
import { joinRoads } from '../../provider/tiles/join-roads.ts'
import { clipLine, clipRing, joinLines, type Line } from '../../provider/tiles/lines.ts'
import { NodeIndex } from '../../provider/tiles/node-index.ts'
import { isInRing, middleOf, ringAreaM2 } from '../../provider/tiles/rings.ts'
import type { Position, StreetFeature } from '../../provider/tiles/street-feature.ts'
import type { Box } from '../../provider/tiles/tile-box.ts'

const BOX: Box = [0, 0, 10, 10]

const isSea = (position: Position, coastlines: readonly Line[]): boolean =>
  seaOf(coastlines, BOX).some((rings) => rings.filter((ring) => isInRing(position, ring)).length % 2 === 1)

describe('the sea of coastlines, which have the land on their left', () => {
  const northward: Line = [
    [5, -3],
    [5, 13],
  ]

  it('lies on the right of a line through the box', () => {
    expect(isSea([8, 5], [northward])).toBe(true)
    expect(isSea([2, 5], [northward])).toBe(false)
    expect(isSea([8, 5], [northward.toReversed()])).toBe(false)
    expect(isSea([2, 5], [northward.toReversed()])).toBe(true)
  })

  it('is the same when the line comes in pieces, in any order', () => {
    const pieces: Line[] = [
      [
        [5, 4],
        [5, 13],
      ],
      [
        [5, -3],
        [5, 1],
      ],
      [
        [5, 1],
        [5, 4],
      ],
    ]
    expect(seaOf(pieces, BOX)).toHaveLength(1)
    expect(isSea([8, 5], pieces)).toBe(true)
    expect(isSea([2, 5], pieces)).toBe(false)
  })

  it('has two sides of a river mouth, and the land between two bays stays dry', () => {
    const strait: Line[] = [
      [
        [3, -1],
        [3, 11],
      ],
      [
        [7, 11],
        [7, -1],
      ],
    ]
    expect([1, 5, 9].map((lng) => isSea([lng, 5], strait))).toEqual([false, true, false])
    expect(
      [1, 5, 9].map((lng) =>
        isSea(
          [lng, 5],
          strait.map((line) => line.toReversed()),
        ),
      ),
    ).toEqual([true, false, true])
  })

  it('goes round islands, and is all of the box when there are islands alone', () => {
    const island: Line = [
      [4, 4],
      [6, 4],
      [6, 6],
      [4, 6],
      [4, 4],
    ]
    expect(isSea([5, 5], [island])).toBe(false)
    expect(isSea([1, 1], [island])).toBe(true)
    const coast: Line = [
      [2, -1],
      [2, 11],
    ]
    expect([1, 3, 5].map((lng) => isSea([lng, 5], [island, coast]))).toEqual([false, true, false])
  })

  it('is closed where an extract cut the last node off', () => {
    const cut: Line = [
      [5, 0.3],
      [5, 9.6],
    ]
    expect(isSea([9.5, 9.9], [cut])).toBe(true)
    expect(isSea([0.5, 9.9], [cut])).toBe(false)
  })

  it('is nothing without a coastline, and without a line of which the middle is missing', () => {
    expect(seaOf([], BOX)).toEqual([])
    expect(
      seaOf(
        [
          [
            [5, -1],
            [5, 5],
          ],
        ],
        BOX,
      ),
    ).toEqual([])
  })
})

describe('areas that an extract cuts at its box', () => {
  it('a channel of two banks is closed between them', () => {
    const banks: Line[] = [
      [
        [3, 0],
        [3, 10],
      ],
      [
        [4, 10],
        [4, 0],
      ],
    ]
    const [ring = [], ...more] = closeByNearest(banks, BOX)
    expect(more).toEqual([])
    expect(isInRing([3.5, 5], ring)).toBe(true)
    expect(isInRing([1, 5], ring)).toBe(false)
  })

  it('a park at a corner takes the corner with it', () => {
    const [ring = []] = closeByNearest(
      [
        [
          [7, 10],
          [7, 7],
          [10, 7],
        ],
      ],
      BOX,
    )
    expect(isInRing([9.9, 9.9], ring)).toBe(true)
    expect(isInRing([5, 5], ring)).toBe(false)
  })
})

describe('lines', () => {
  it('are cut where they leave the box and come back', () => {
    const pieces = clipLine(
      [
        [-5, 5],
        [5, 5],
        [5, 15],
        [7, 15],
        [7, 5],
      ],
      BOX,
    )
    expect(pieces).toEqual([
      [
        [0, 5],
        [5, 5],
        [5, 10],
      ],
      [
        [7, 10],
        [7, 5],
      ],
    ])
  })

  it('are joined end to end, turned round only where the direction does not count', () => {
    const lines: Line[] = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [1, 0],
      ],
      [
        [2, 0],
        [3, 0],
      ],
    ]
    expect(joinLines(lines, { mayReverse: true })).toHaveLength(1)
    expect(joinLines(lines, { mayReverse: false })).toHaveLength(3)
  })

  it('rings are cut to the box and stay closed', () => {
    const ring = clipRing(
      [
        [-5, 2],
        [5, 2],
        [5, 8],
        [-5, 8],
        [-5, 2],
      ],
      BOX,
    )
    expect(ring[0]).toEqual(ring.at(-1))
    expect(isInRing([1, 5], ring)).toBe(true)
    expect(Math.min(...ring.map(([lng]) => lng))).toBe(0)
    expect(
      clipRing(
        [
          [20, 20],
          [30, 20],
          [30, 30],
          [20, 20],
        ],
        BOX,
      ),
    ).toEqual([])
  })

  it('an area is measured in square metres, its middle lies in it', () => {
    const square: Line = [
      [0, 0],
      [0.001, 0],
      [0.001, 0.001],
      [0, 0.001],
      [0, 0],
    ]
    expect(ringAreaM2(square)).toBeCloseTo(12_392, -1)
    const bent: Line = [
      [0, 0],
      [9, 0],
      [9, 9],
      [8, 9],
      [8, 1],
      [0, 1],
      [0, 0],
    ]
    const middle = middleOf(bent)
    expect(isInRing(middle, bent) || bent.some((one) => one === middle)).toBe(true)
  })
})

describe('what is drawn', () => {
  it.each<[string, Readonly<Record<string, string>>, string | undefined]>([
    ['a motorway', { highway: 'motorway', ref: 'I 80' }, 'highway'],
    ['an avenue', { highway: 'secondary', name: '5th Avenue' }, 'major_road'],
    ['a street', { highway: 'residential' }, 'minor_road'],
    ['an alley', { highway: 'service', service: 'alley' }, 'minor_road'],
    ['a way in a park', { highway: 'footway' }, 'path'],
    ['a pavement', { highway: 'footway', footway: 'sidewalk' }, undefined],
    ['a crossing', { highway: 'footway', footway: 'crossing', name: 'x' }, undefined],
    ['a drive', { highway: 'service', service: 'driveway' }, undefined],
    ['a private yard', { highway: 'service', access: 'private' }, undefined],
    ['a tram', { railway: 'tram' }, 'rail'],
    ['the underground', { railway: 'subway', tunnel: 'yes' }, undefined],
    ['a yard track', { railway: 'rail', service: 'yard' }, undefined],
    ['a fence', { barrier: 'fence' }, undefined],
  ])('%s', (_name, tags, kind) => {
    expect(classifyLine(tags)?.tags['kind']).toBe(kind)
  })

  it('names in two languages, and no name twice', () => {
    const tags = { place: 'suburb', name: 'Médina', 'name:fr': 'Médina', 'name:en': 'Medina' }
    expect(classifyPoint(tags)?.tags).toEqual({
      kind: 'neighbourhood',
      name: 'Médina',
      'name:en': 'Medina',
      min_zoom: 11,
    })
    expect(classifyPoint({ place: 'suburb' })).toBeUndefined()
    expect(classifyPoint({ railway: 'station', name: 'x'.repeat(500) })?.tags['name']).toHaveLength(120)
  })

  it('green from the zoom that its size is worth', () => {
    expect(classifyArea({ leisure: 'park' }, 3_000_000)?.fromZoom).toBe(10)
    expect(classifyArea({ leisure: 'park' }, 500)?.fromZoom).toBe(14)
    expect(classifyArea({ leisure: 'garden' }, 300)).toBeUndefined()
    expect(classifyArea({ landuse: 'industrial' }, 1e6)).toBeUndefined()
  })

  it('a station that is a point and an area once, two of one name far apart twice', () => {
    const station = (coordinates: Position): StreetFeature => ({
      ...{ layer: 'pois', fromZoom: 13, tags: { kind: 'station', name: '23rd Street' } },
      shape: { type: 'Point', coordinates },
    })
    expect(joinRoads([station([0, 0]), station([0.0005, 0]), station([0.01, 0])])).toHaveLength(2)
  })
})

it('nodes are found whatever the order in which they came', () => {
  const nodes = new NodeIndex()
  const ids = Array.from({ length: 100_000 }, (_, at) => ((at * 7_919) % 100_003) + 9_000_000_000)
  for (const id of ids) nodes.add(id, [(id % 360) - 180, (id % 170) - 85])
  for (const id of ids.slice(0, 500)) expect(nodes.find(id)).toEqual([(id % 360) - 180, (id % 170) - 85])
  expect(nodes.find(1)).toBeUndefined()
  expect(nodes.size).toBe(100_000)
})
