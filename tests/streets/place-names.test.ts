import { describe, expect, it } from 'vitest'
import type { Candidates, LineName, NameStyle, PointName } from '../../src/streets/name-candidates.ts'
import { placeNames, type PlacedName, type Room, wrap } from '../../src/streets/place-names.ts'
import { intersects } from '../../src/streets/tile-math.ts'

const STYLE: NameStyle = { sizePx: 12, weight: 500, isItalic: false, tone: 'name', hasDot: false }
const ROOM: Room = { width: 400, height: 300, markers: [], measure: (text) => text.length * 6 }

const street = (text: string, points: readonly number[], rank = 5): LineName => ({ text, points, rank, style: STYLE })
const quarter = (text: string, at: { x: number; y: number; rank?: number }): PointName => ({
  text,
  rank: 1,
  style: STYLE,
  ...at,
})
const only = (part: Partial<Candidates>): Candidates => ({ points: [], lines: [], ...part })
const textOf = ({ letters }: PlacedName): string => letters.map(({ text }) => text).join('')
const named = (placed: readonly PlacedName[]): readonly string[] => placed.map(textOf)

describe('names of a view', () => {
  it('never lie over each other: the important one stays', () => {
    const points = [quarter('Chinatown', { x: 200, y: 150, rank: 2 }), quarter('Nob Hill', { x: 205, y: 152 })]
    expect(named(placeNames(only({ points }), ROOM))).toEqual(['Nob Hill'])
  })

  it('are never cut by the edge of the view', () => {
    const points = [quarter('Mission Bay', { x: 10, y: 150 }), quarter('SoMa', { x: 200, y: 150 })]
    expect(named(placeNames(only({ points }), ROOM))).toEqual(['SoMa'])
  })

  it('are never cut by the edge of what is seen, though the picture reaches beyond it', () => {
    const points = [
      quarter('Mission Bay', { x: 60, y: 150 }),
      quarter('SoMa', { x: 200, y: 150 }),
      quarter('Pier 39', { x: 380, y: 150 }),
    ]
    const lines = [street('West 34th Street', [0, 220, 400, 220])]
    const room = { ...ROOM, width: 440, margin: 60 }
    expect(named(placeNames(only({ points }), room))).toEqual(['SoMa'])
    expect(placeNames(only({ lines }), { ...room, width: 280 })).toEqual([])
    expect(placeNames(only({ lines }), { ...room, width: 320 })).toHaveLength(1)
    const beyond = [quarter('Pier 39', { x: 25, y: 150 })]
    expect(named(placeNames(only({ points: beyond }), room))).toEqual(['Pier 39'])
  })

  it('step out of the way of pins', () => {
    const markers = [{ left: 180, top: 140, right: 220, bottom: 160 }]
    expect(placeNames(only({ points: [quarter('SoMa', { x: 200, y: 150 })] }), { ...ROOM, markers })).toEqual([])
  })

  it('of one street are far apart', () => {
    const lines = [street('Mission Street', [0, 100, 400, 100]), street('Mission Street', [0, 140, 400, 140])]
    expect(placeNames(only({ lines }), ROOM)).toHaveLength(1)
  })

  it('none of a crowd touches another', () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      street(`Street number ${String(at)}`, [at * 3, 0, 400 - at * 2, 300], at),
    )
    const placed = placeNames(only({ lines }), ROOM)
    expect(placed.length).toBeGreaterThan(1)
    for (const [at, { boxes }] of placed.entries())
      for (const { boxes: others } of placed.slice(at + 1))
        expect(boxes.some((box) => others.some((other) => intersects(box, other)))).toBe(false)
  })

  it('stay where they are on the map when it is moved', () => {
    const at = (dx: number) => placeNames(only({ lines: [street('Howard Street', [dx, 100, dx + 300, 160])] }), ROOM)
    const [before, after] = [at(20), at(50)].map(([name]) => name?.letters[0])
    expect((after?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(30)
    expect(after?.y).toBeCloseTo(before?.y ?? 0)
  })
})

describe('the name of a street', () => {
  const first = (points: readonly number[], text = 'Main Street'): PlacedName | undefined =>
    placeNames(only({ lines: [street(text, points)] }), ROOM)[0]

  it('runs along its line in one piece, and is read from the left', () => {
    for (const points of [
      [50, 50, 250, 150],
      [250, 150, 50, 50],
    ]) {
      const name = first(points)
      expect(name?.letters).toHaveLength(1)
      expect(Math.cos(name?.letters[0]?.angle ?? Math.PI)).toBeGreaterThan(0)
    }
  })

  it('follows a bend letter by letter, in reading order', () => {
    const bend = [50, 100, 90, 100, 128, 112, 162, 134]
    for (const points of [bend, [162, 134, 128, 112, 90, 100, 50, 100]]) {
      const letters = first(points)?.letters ?? []
      expect(letters).toHaveLength('Main Street'.length)
      expect(letters.every(({ x }, at) => at === 0 || x > (letters[at - 1]?.x ?? 0))).toBe(true)
    }
  })

  it('stands level where the line turns too sharply', () => {
    const name = first([50, 100, 95, 100, 95, 145])
    expect(name?.letters).toEqual([expect.objectContaining({ text: 'Main Street', angle: 0 })])
  })

  it('finds its place on a small still picture, where steps as wide as a map’s would miss it', () => {
    // A long street of which only a piece away from its middle is visible.
    const lines = [street('Main Street', [-700, 60, 300, 60])]
    const small = { ...ROOM, width: 200, height: 118, markers: [{ left: 0, top: 0, right: 90, bottom: 118 }] }
    expect(placeNames(only({ lines }), small)).toEqual([])
    expect(named(placeNames(only({ lines }), { ...small, isStill: true }))).toEqual(['Main Street'])
  })

  it('is left out where the street is too short to tell which it is', () => {
    expect(first([50, 100, 70, 100])).toBeUndefined()
  })
})

describe('a long name of a place', () => {
  it('breaks at the space nearest to its middle', () => {
    expect(wrap('Yerba Buena Center for the Arts', 186)).toEqual(['Yerba Buena Center', 'for the Arts'])
    expect(wrap('Embarcadero', 186)).toEqual(['Embarcadero'])
    expect(wrap('Civic Center', 72)).toEqual(['Civic Center'])
  })
})
