import { beforeEach, describe, expect, it, vi } from 'vitest'
import { zxyToTileId } from 'pmtiles'
import { cutTiles } from '../../provider/tiles/cut-tiles.ts'
import { writePmtiles } from '../../provider/tiles/write-pmtiles.ts'
import type { StreetFeature } from '../../provider/tiles/street-feature.ts'
import type { StreetChunks } from '../../src/db/street-chunks.ts'
import { type ArchiveAt, ChunkError, chunkRange, type fetchChunk } from '../../src/streets/fetch-chunk.ts'
import { CorruptError, tileIdOf } from '../../src/streets/pmtiles-reader.ts'
import { StreetArchive } from '../../src/streets/street-archive.ts'

const BOX = [-122.42, 37.769, -122.381, 37.798] as const
/** The tile of Moscone Center. */
const AT = { x: 2621, y: 6332, zoom: 14 }

function road(name: string, at: number): StreetFeature {
  const lat = 37.77 + at * 0.000_05
  return {
    layer: 'roads',
    fromZoom: 10,
    tags: { kind: 'major_road', name },
    // Not straight, so that simplifying removes no point.
    shape: {
      type: 'LineString',
      coordinates: Array.from({ length: 40 }, (_, step) => [
        -122.42 + step * 0.001,
        lat + Math.sin(step * at) * 0.0004,
      ]),
    },
  }
}

/** An archive longer than two chunks. */
const file = writePmtiles({
  name: 'sf',
  box: [...BOX],
  tiles: cutTiles(
    Array.from({ length: 500 }, (_, at) => road(`Street ${String(at)}`, at)),
    [...BOX],
  ),
})
const region = { url: '/tiles/sf-0123456789abcdef.pmtiles', bytes: file.length, box: BOX }

const copyOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const pieceOf = (from: Buffer, archive: ArchiveAt, index: number): ArrayBuffer => {
  const range = chunkRange(archive, index)
  return copyOf(from.subarray(range.from, range.from + range.length))
}

function memoryChunks() {
  const kept = new Map<string, ArrayBuffer>()
  const chunks: StreetChunks = {
    get: (url, index) => Promise.resolve(kept.get(`${url} ${String(index)}`)),
    put: (url, index, bytes) => Promise.resolve(void kept.set(`${url} ${String(index)}`, bytes)),
    forget(isGone) {
      for (const key of kept.keys()) {
        const [url = '', index] = key.split(' ')
        if (isGone([url, Number(index)])) kept.delete(key)
      }
      return Promise.resolve()
    },
  }
  return { kept, chunks }
}

const good = (archive: ArchiveAt, index: number): Promise<ArrayBuffer> => Promise.resolve(pieceOf(file, archive, index))
const ask = vi.fn<typeof fetchChunk>()
beforeEach(() => void ask.mockReset().mockImplementation(good))

let now = 0
const open = (chunks: StreetChunks) => new StreetArchive(region, { chunks, fetchChunk: ask, now: () => now })
const namesOf = async (archive: StreetArchive) => new Set((await archive.read(AT))?.lines.map(({ name }) => name))
const offline = () => Promise.reject(new ChunkError('no network'))

describe('numbers of tiles', () => {
  it('are those of the format', () => {
    for (const [zoom, x, y] of [
      [0, 0, 0],
      [1, 1, 0],
      [5, 9, 21],
      [14, 2621, 6332],
      [14, 16_383, 16_383],
      [17, 99_999, 4],
    ] as const)
      expect(tileIdOf({ x, y, zoom })).toBe(zxyToTileId(zoom, x, y))
  })
})

describe('an archive', () => {
  it('is asked for in chunks, once each, and then read from the phone', async () => {
    const { chunks, kept } = memoryChunks()
    expect(file.length).toBeGreaterThan(131_072)
    expect((await namesOf(open(chunks))).size).toBeGreaterThan(100)
    const asked = ask.mock.calls.map(([, index]) => index)
    expect(new Set(asked).size).toBe(asked.length)
    expect(kept.size).toBe(asked.length)
    ask.mockImplementation(offline)
    expect((await namesOf(open(chunks))).size).toBeGreaterThan(100)
  })

  it('has no streets below its first zoom, and nothing in a tile that it does not have', async () => {
    const archive = open(memoryChunks().chunks)
    expect(await archive.read({ x: 4, y: 12, zoom: 5 })).toBeNull()
    expect((await archive.read({ x: 0, y: 0, zoom: 14 }))?.roads).toEqual([])
  })

  it('gives up the chunks of its older self, and no other region’s', async () => {
    const { chunks, kept } = memoryChunks()
    await chunks.put('/tiles/sf-ffffffffffffffff.pmtiles', 0, new ArrayBuffer(1))
    await chunks.put('/tiles/sf-north-ffffffffffffffff.pmtiles', 0, new ArrayBuffer(1))
    await open(chunks).read(AT)
    const urls = new Set([...kept.keys()].map((key) => key.split(' ')[0]))
    expect(urls).toEqual(new Set([region.url, '/tiles/sf-north-ffffffffffffffff.pmtiles']))
  })
})

describe('a chunk that is wrong', () => {
  const damaged = (index: number): ArrayBuffer => {
    const bytes = new Uint8Array(pieceOf(file, region, index))
    // Corrupts compressed data, beyond the header and root directory.
    for (let at = 20_000; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 0xff
    return bytes.buffer
  }

  it('on the phone is given up and asked for again, past every cache; the others stay', async () => {
    const { chunks, kept } = memoryChunks()
    const whole = await namesOf(open(chunks))
    const keys = [...kept.keys()]
    for (const key of keys) kept.set(key, damaged(Number(key.split(' ')[1])))
    ask.mockClear()
    expect(await namesOf(open(chunks))).toEqual(whole)
    expect(ask.mock.calls.every(([, , how]) => how?.isAnew)).toBe(true)
  })

  it('on the phone is not drawn without a signal, and the streets are back with it', async () => {
    const { chunks, kept } = memoryChunks()
    const whole = await namesOf(open(chunks))
    for (const key of kept.keys()) kept.set(key, damaged(Number(key.split(' ')[1])))
    ask.mockImplementation(offline)
    const archive = open(chunks)
    await expect(archive.read(AT)).rejects.toThrow(ChunkError)
    ask.mockImplementation(good)
    now += 20_000
    expect(await namesOf(archive)).toEqual(whole)
  })

  it('cut on the phone is asked for again', async () => {
    const { chunks, kept } = memoryChunks()
    const whole = await namesOf(open(chunks))
    for (const [key, bytes] of kept) kept.set(key, bytes.slice(0, bytes.byteLength - 1))
    expect(await namesOf(open(chunks))).toEqual(whole)
  })

  it('from the provider, again and again, is refused, and the provider is left alone for a while', async () => {
    const { chunks } = memoryChunks()
    ask.mockImplementation((_, index) => Promise.resolve(damaged(index)))
    const archive = open(chunks)
    await expect(archive.read(AT)).rejects.toThrow(CorruptError)
    const asked = ask.mock.calls.length
    await expect(archive.read({ ...AT, x: AT.x + 1 })).rejects.toThrow()
    await expect(archive.read(AT)).rejects.toThrow()
    expect(ask.mock.calls.length).toBeLessThan(asked + 4)
  })

  it('of another kind of file is refused', async () => {
    ask.mockImplementation((archive, index) => Promise.resolve(new ArrayBuffer(chunkRange(archive, index).length)))
    await expect(open(memoryChunks().chunks).read(AT)).rejects.toThrow(CorruptError)
  })
})

describe('a provider that does not answer', () => {
  it('is left alone for a while, and what is kept is still drawn', async () => {
    const { chunks } = memoryChunks()
    await open(chunks).read({ ...AT, zoom: 10, x: AT.x >> 4, y: AT.y >> 4 })
    ask.mockReset().mockImplementation(offline)
    const archive = open(chunks)
    const wide = { zoom: 10, x: AT.x >> 4, y: AT.y >> 4 }
    await Promise.allSettled([archive.read(AT), archive.read({ ...AT, x: AT.x + 1 }), archive.read(wide)])
    const asked = ask.mock.calls.length
    await Promise.allSettled([archive.read(AT)])
    expect(ask.mock.calls.length).toBe(asked)
    expect((await archive.read(wide))?.roads.length).toBeGreaterThan(0)
  })

  it('and storage that does not, cost a request and not the streets', async () => {
    const broken: StreetChunks = {
      get: () => Promise.reject(new DOMException('gone', 'UnknownError')),
      put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      forget: () => Promise.reject(new DOMException('gone', 'UnknownError')),
    }
    expect((await namesOf(open(broken))).size).toBeGreaterThan(100)
  })
})
