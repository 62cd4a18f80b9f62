import { describe, expect, it } from 'vitest'
import { parseTileWords } from '../../provider/cli/tiles.ts'
import { tilesOf } from '../../provider/tiles/tile-box.ts'

const problemOf = (...words: readonly string[]): string => {
  const parsed = parseTileWords(words)
  return parsed.ok ? 'ok' : parsed.error
}

describe('tiles import', () => {
  it('takes a source, a region and a box that may begin with a minus', () => {
    expect(
      parseTileWords(['a.osm.pbf', '--region', 'new-york', '--box', '-74.02,40.7,-73.93,40.8', '--buildings']),
    ).toEqual({
      ok: true,
      value: { source: 'a.osm.pbf', region: 'new-york', box: [-74.02, 40.7, -73.93, 40.8], buildings: true },
    })
    expect(parseTileWords(['--box=-1,1,-0.9,1.1', '--region', 'x', 'https://example.com/a.pmtiles'])).toMatchObject({
      value: { source: 'https://example.com/a.pmtiles', box: [-1, 1, -0.9, 1.1], buildings: false },
    })
  })

  const box = (text: string): string => problemOf('a.osm.pbf', '--region', 'x', '--box', text)

  it.each<[string, RegExp]>([
    ['', /--box is missing/],
    ['1,2,3', /four numbers/],
    ['1,2,3,4,5', /four numbers/],
    ['west,south,east,north', /four numbers/],
    ['1e9,0,1,1', /four numbers/],
    ['NaN,0,1,1', /four numbers/],
    ['-180,-85,180,85', /too large for one region: 26\d+ tiles of zoom 14, at most 4096/],
    ['-180,-90,180,90', /outside the world/],
    ['179,0,181,1', /outside the world/],
    ['0,89,1,90', /outside the world/],
    ['1,0,0,1', /the box is empty/],
    ['0,1,1,0', /the box is empty/],
    ['5,5,5,5', /the box is empty/],
    ['0,0,2,2', /too large for one region/],
  ])('a box of "%s" is refused', (text, why) => {
    expect(box(text)).toMatch(why)
  })

  it('no source, two sources, no region, a strange one, an option that is none', () => {
    expect(problemOf('--region', 'x', '--box', '0,0,1,1')).toMatch(/name one file/)
    expect(problemOf('a', 'b', '--region', 'x', '--box', '0,0,1,1')).toMatch(/name one file/)
    expect(problemOf('a', '--box', '0,0,1,1')).toMatch(/--region takes/)
    for (const region of ['../up', 'Größe', 'a b', '', 'x'.repeat(41), '-a', 'a--b']) {
      expect(problemOf('a', `--region=${region}`, '--box', '0,0,1,1')).toMatch(/--region takes/)
    }
    expect(problemOf('a', '--region', 'x')).toMatch(/--box is missing/)
    expect(problemOf('a', '--region', 'x', '--box')).toMatch(/--box is missing/)
    expect(problemOf('a', '--zoom', '15')).toMatch(/--zoom/)
  })

  it('a box at the edge of the world has its tiles in the world', () => {
    for (const { x, y } of tilesOf([179, 84.5, 180, 85.05], 14)) expect(x < 2 ** 14 && y >= 0).toBe(true)
  })
})
