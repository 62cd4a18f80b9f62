import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importRegion, type ImportedRegion } from '../../provider/tiles/import-region.ts'
import { TileProblem } from '../../provider/tiles/tile-problem.ts'
import { listRegions, tileFolder } from '../../provider/tiles/tile-shelf.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { MIDTOWN } from './support/extracts.ts'
import { type Answer, givesRanges, partOf, startServer } from './support/range-server.ts'
import { SMALL_BOX, smallArchive, tileOf } from './support/small-archive.ts'

const ROAD = { type: 2, tags: { kind: 'major_road', name: 'Awolowo Road' } } as const
const GOOD = smallArchive(tileOf({ roads: [ROAD] }))

let folder: string
let dataDir: string
let before: readonly string[]

const contents = (): Promise<readonly string[]> => readdir(tileFolder(dataDir))

function importFrom(source: string): Promise<ImportedRegion> {
  const request = { source, region: 'lagos', box: SMALL_BOX, buildings: false }
  return importRegion(request, { dataDir, clock: systemClock, limits: { answerWithinMs: 300, allWithinMs: 600 } })
}

/** Returns the message of the refusal; the existing region must be unchanged. */
async function refusalOf(source: string, work = (): Promise<ImportedRegion> => importFrom(source)): Promise<string> {
  const error = await work().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TileProblem)
  expect(await contents()).toEqual(before)
  return (error as TileProblem).message
}

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  return path
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baywise-bad-'))
  dataDir = join(folder, 'data')
  await importFrom(await fileOf(GOOD))
})
beforeEach(async () => {
  before = await contents()
  expect((await listRegions(dataDir)).rows.map(({ region }) => region)).toEqual(['lagos'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('an extract that is none', () => {
  it.each<[string, Uint8Array | string, RegExp]>([
    ['an empty file', '', /is not an OpenStreetMap \.pbf: it is empty/],
    ['three bytes', 'abc', /is not an OpenStreetMap \.pbf: it is too short/],
    ['a web page', `<!doctype html>${'x'.repeat(500)}`, /is not an OpenStreetMap \.pbf: it begins otherwise/],
    ['XML', `<?xml version="1.0"?><osm/>${' '.repeat(200)}`, /is not an OpenStreetMap \.pbf/],
    ['zeroes', new Uint8Array(10_000), /is not an OpenStreetMap \.pbf/],
    [
      'another protobuf',
      Buffer.concat([Buffer.from([0, 0, 0, 4]), tileOf({ roads: [ROAD] })]),
      /is not an OpenStreetMap \.pbf/,
    ],
    [
      'a picture',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200)]),
      /is not an OpenStreetMap \.pbf/,
    ],
  ])('%s', async (_name, bytes, why) => {
    expect(await refusalOf(await fileOf(bytes))).toMatch(why)
  })

  it.each([0.01, 0.3, 0.7, 0.999])('one that ends after %d of its bytes is cut short', async (share) => {
    const whole = await readFile(MIDTOWN.source)
    const path = await fileOf(whole.subarray(0, Math.floor(whole.length * share)))
    expect(await refusalOf(path)).toMatch(/is cut short/)
  })

  it.each([0.01, 0.2, 0.5, 0.8, 0.99])('one with other bytes from %d of its length on is corrupt', async (share) => {
    const bytes = await readFile(MIDTOWN.source)
    bytes.fill(0xa5, Math.floor(bytes.length * share), Math.floor(bytes.length * share) + 400)
    expect(await refusalOf(await fileOf(bytes))).toMatch(/is (corrupt|cut short)/)
  })

  it('one of another place holds nothing of the box', async () => {
    expect(await refusalOf(MIDTOWN.source)).toMatch(/holds nothing of the box/)
  })

  it('a file that is not there is the system’s own error', async () => {
    await expect(importFrom(join(folder, 'nowhere.osm.pbf'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await contents()).toEqual(before)
  })
})

describe('an archive that is none', () => {
  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(GOOD)
    change(bytes)
    return bytes
  }
  /** Returns an archive with its root directory replaced. */
  const withRoot = (root: Buffer): Buffer => {
    const header = Buffer.from(GOOD.subarray(0, 127))
    header.writeBigUInt64LE(127n, 8)
    header.writeBigUInt64LE(BigInt(root.length), 16)
    return Buffer.concat([header, root, GOOD.subarray(127)])
  }
  const CIRCLE = gzipSync(Buffer.from([1, 0, 0, 20, 1]))

  it.each<[string, Buffer, RegExp]>([
    ['of version 2', changed((bytes) => bytes.writeUInt8(2, 7)), /corrupt|version 2/],
    ['of pictures', changed((bytes) => bytes.writeUInt8(2, 99)), /holds no vector tiles/],
    ['packed with zstd', changed((bytes) => bytes.writeUInt8(4, 98)), /packed in a way/],
    ['that ends at zoom 12', changed((bytes) => bytes.writeUInt8(12, 101)), /ends at zoom 12; streets need zoom 14/],
    ['of another place', changed((bytes) => bytes.writeInt32LE(800_000_000, 102)), /holds nothing of the box/],
    ['whose directory is far away', changed((bytes) => bytes.writeBigUInt64LE(1n << 52n, 8)), /cut short|corrupt/],
    ['whose directory is huge', changed((bytes) => bytes.writeBigUInt64LE(1n << 40n, 16)), /corrupt|cut short/],
    ['whose directory is noise', withRoot(Buffer.from('no directory at all')), /is corrupt/],
    ['whose directory unpacks to 100 MB', withRoot(gzipSync(Buffer.alloc(100_000_000))), /is corrupt/],
    ['whose directories name each other', withRoot(CIRCLE), /is corrupt/],
    ['with the header alone', GOOD.subarray(0, 127), /cut short|corrupt/],
    ['with half of its header', GOOD.subarray(0, 60), /cut short/],
    ['without its last bytes', GOOD.subarray(0, GOOD.length - 5), /cut short/],
    ['with noise for tiles', changed((bytes) => bytes.fill(0x5a, bytes.length - 60)), /is corrupt/],
    ['with tiles that are no vector tiles', smallArchive(Buffer.from('plain words, not a tile')), /is corrupt/],
    ['with a tile that unpacks to 100 MB', smallArchive(Buffer.alloc(100_000_000)), /is corrupt/],
    [
      'of other layers alone',
      smallArchive(tileOf({ earth: [{ type: 3, tags: { kind: 'earth' } }] })),
      /holds nothing of the box/,
    ],
  ])('one %s', async (_name, bytes, why) => {
    expect(await refusalOf(await fileOf(bytes))).toMatch(why)
  })
})

describe('an address', () => {
  async function refusalOfServer(answer: Answer): Promise<string> {
    const server = await startServer(answer)
    try {
      return await refusalOf(server.address)
    } finally {
      await server.close()
    }
  }
  const says =
    (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = ''): Answer =>
    (_request, response) => {
      response.writeHead(status, headers)
      response.end(body)
    }
  const html = { 'content-type': 'text/html; charset=utf-8' }

  it.each<[string, Answer, RegExp]>([
    ['that answers 404', says(404, html, '<h1>Not found</h1>'), /answers 404: there is no such file/],
    ['that answers 500', says(500, {}), /answers 500/],
    ['that answers 403', says(403, {}), /answers 403/],
    ['that answers a web page', says(200, html, '<title>Sign in to the hotel</title>'), /answers a web page/],
    ['that does not know ranges', says(200, { 'content-type': 'application/octet-stream' }, GOOD), /no range requests/],
    [
      'that answers another part',
      says(206, { 'content-range': 'bytes 5-131/9999' }, Buffer.alloc(127)),
      /another part/,
    ],
    ['that says no part', says(206, {}, Buffer.alloc(127)), /another part/],
    [
      'that answers less than it says',
      (request, response) => {
        const { start, end } = partOf(request)
        response.writeHead(206, { 'content-range': `bytes ${String(start)}-${String(end)}/99999` })
        response.end(Buffer.from('PMTiles'))
      },
      /cut short/,
    ],
    [
      'of a file of something else',
      (request, response) => givesRanges(Buffer.alloc(50_000, 'x'))(request, response),
      /is not a PMTiles file/,
    ],
    [
      'that sends itself round in circles',
      (_request, response) => {
        response.writeHead(302, { location: '/region.pmtiles' })
        response.end()
      },
      /cannot be reached/,
    ],
    ['that hangs up', (request) => void request.socket.destroy(), /cannot be reached/],
  ])('%s', async (_name, answer, why) => {
    expect(await refusalOfServer(answer)).toMatch(why)
  })

  it('that never answers is too slow', async () => {
    expect(await refusalOfServer(() => undefined)).toMatch(/is too slow: no answer within 0\.3 s/)
  })

  it('that answers a byte at a time is too slow', async () => {
    const timers: NodeJS.Timeout[] = []
    const message = await refusalOfServer((request, response) => {
      const { start, end } = partOf(request)
      response.writeHead(206, { 'content-range': `bytes ${String(start)}-${String(end)}/99999` })
      timers.push(setInterval(() => response.write('P'), 20))
    })
    for (const timer of timers) clearInterval(timer)
    expect(message).toMatch(/is too slow/)
  })

  it('whose file changes meanwhile', async () => {
    let asked = 0
    const message = await refusalOfServer((request, response) => {
      asked += 1
      const { start, end } = partOf(request)
      const part = GOOD.subarray(start, end + 1)
      const range = `bytes ${String(start)}-${String(end)}/${String(GOOD.length)}`
      response.writeHead(206, { 'content-range': range, etag: `"${String(asked)}"` })
      response.end(part)
    })
    expect(message).toMatch(/changed while it was read/)
  })

  it('where nobody is', async () => {
    const server = await startServer(() => undefined)
    await server.close()
    expect(await refusalOf(server.address)).toMatch(/cannot be reached/)
  })
})
