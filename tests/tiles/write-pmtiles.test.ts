import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import type { MadeTile } from '../../provider/tiles/cut-tiles.ts'
import { type Box, tilesOf } from '../../provider/tiles/tile-box.ts'
import { writePmtiles } from '../../provider/tiles/write-pmtiles.ts'
import { openFile } from './support/read-file.ts'

const BOX: Box = [0, 0, 1.2, 1.2]
const ALL = [10, 11, 12, 13, 14].flatMap((z) => tilesOf(BOX, z))

const contentOf = ({ z, x, y }: { readonly z: number; readonly x: number; readonly y: number }): string =>
  `${z}/${x}/${y}`

/** Returns incompressible bytes of any length, the same for the same text. */
const noise = (text: string): Buffer => {
  const outputLength = createHash('sha256').update(text).digest().readUInt16BE(0) % 3_000
  return Buffer.concat([Buffer.from(`${text} `), createHash('shake256', { outputLength }).update(text).digest()])
}

describe('a file of a region', () => {
  it('is read back tile by tile when its directory needs leaves', async () => {
    const box: Box = [0, 0, 2.4, 2.4]
    const all = [12, 13, 14].flatMap((z) => tilesOf(box, z))
    const tiles: MadeTile[] = all.map((at) => ({ ...at, bytes: noise(contentOf(at)) }))
    const file = await openFile(writePmtiles({ name: 'many', box, tiles }))
    expect(file.header.leafDirectoryLength).toBeGreaterThan(0)
    expect(file.header.rootDirectoryLength).toBeLessThan(16_384 - 127)
    expect(file.header).toMatchObject({ numAddressedTiles: all.length, numTileEntries: all.length })
    for (const { bytes, ...at } of tiles)
      expect(Buffer.compare((await file.bytes(at)) ?? Buffer.alloc(0), bytes)).toBe(0)
    expect(await file.bytes({ z: 14, x: 0, y: 0 })).toBeUndefined()
  })

  it('keeps equal tiles once, and neighbours of them in one entry', async () => {
    const sea = Buffer.from('open sea')
    const land = new Set(ALL.filter((_, index) => index % 40 === 7).map(contentOf))
    const tiles = ALL.map((at) => ({ ...at, bytes: land.has(contentOf(at)) ? Buffer.from(contentOf(at)) : sea }))
    const bytes = writePmtiles({ name: 'sea', box: BOX, tiles })
    const file = await openFile(bytes)
    expect(file.header.numTileContents).toBe(land.size + 1)
    expect(file.header.numTileEntries).toBeLessThan(3 * land.size)
    for (const at of ALL) {
      const expected = land.has(contentOf(at)) ? contentOf(at) : 'open sea'
      expect(Buffer.from((await file.bytes(at)) ?? []).toString()).toBe(expected)
    }
  })

  it('is the same whatever the order in which its tiles were made', () => {
    const tiles = ALL.map((at) => ({ ...at, bytes: Buffer.from(contentOf(at)) }))
    const [one, other] = [tiles, tiles.toReversed()].map((given) => writePmtiles({ name: 'x', box: BOX, tiles: given }))
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true)
  })

  it('has its tiles in the order of their ids', async () => {
    const ids = ALL.map(({ z, x, y }) => zxyToTileId(z, x, y)).toSorted((a, b) => a - b)
    const tiles = ALL.map((at) => ({ ...at, bytes: Buffer.from(contentOf(at)) }))
    const bytes = writePmtiles({ name: 'x', box: BOX, tiles })
    const { header } = await openFile(bytes)
    expect(header.clustered).toBe(true)
    const [z, x, y] = tileIdToZxy(ids[0] ?? 0)
    const start = header.tileDataOffset
    expect(
      gunzipSync(bytes.subarray(start, start + 60), { finishFlush: 2 })
        .toString()
        .startsWith(contentOf({ z, x, y })),
    ).toBe(true)
  })
})
