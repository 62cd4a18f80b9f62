import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_BYTES, ChunkError, chunkRange, fetchChunk } from '../../src/streets/fetch-chunk.ts'

const ARCHIVE = { url: 'https://baywise.test/tiles/sf-0123456789abcdef.pmtiles', bytes: CHUNK_BYTES + 100 }
const fetching = vi.fn<typeof fetch>()
const answerWith = (status: number, length: number, range?: string) =>
  fetching.mockResolvedValue(
    new Response(new Uint8Array(length), { status, headers: range === undefined ? {} : { 'Content-Range': range } }),
  )

beforeEach(() => void vi.stubGlobal('fetch', fetching))
afterEach(() => void fetching.mockReset())

describe('a chunk', () => {
  it('is a range of the archive; the last one is shorter', async () => {
    expect(chunkRange(ARCHIVE, 1)).toEqual({ from: CHUNK_BYTES, length: 100 })
    answerWith(206, 100, `bytes ${String(CHUNK_BYTES)}-${String(CHUNK_BYTES + 99)}/${String(ARCHIVE.bytes)}`)
    expect((await fetchChunk(ARCHIVE, 1)).byteLength).toBe(100)
    const [, init] = fetching.mock.calls[0] ?? []
    expect(init?.headers).toEqual({ Range: `bytes=${String(CHUNK_BYTES)}-${String(CHUNK_BYTES + 99)}` })
  })

  it('is asked for past the browser’s cache where that gave wrong bytes', async () => {
    answerWith(206, 100, `bytes ${String(CHUNK_BYTES)}-${String(CHUNK_BYTES + 99)}/${String(ARCHIVE.bytes)}`)
    await fetchChunk(ARCHIVE, 1, { isAnew: true })
    expect(fetching.mock.calls[0]?.[1]?.cache).toBe('reload')
  })

  const whole = `bytes ${String(CHUNK_BYTES)}-${String(CHUNK_BYTES + 99)}`
  it.each([
    { what: 'an error of the server', status: 404, length: 100 },
    { what: 'a page of a portal', status: 200, length: 100 },
    { what: 'the whole file', status: 200, length: ARCHIVE.bytes },
    { what: 'another range', status: 206, length: 100, range: `bytes 0-99/${String(ARCHIVE.bytes)}` },
    { what: 'a file of another length', status: 206, length: 100, range: `${whole}/999999` },
    { what: 'fewer bytes than it says', status: 206, length: 40, range: `${whole}/${String(ARCHIVE.bytes)}` },
  ])('is refused when it is $what', async ({ status, length, range }) => {
    answerWith(status, length, range)
    await expect(fetchChunk(ARCHIVE, 1)).rejects.toThrow(ChunkError)
  })

  it.each([
    ['the network is gone', new TypeError('Failed to fetch')],
    ['the answer takes too long', new DOMException('timed out', 'TimeoutError')],
  ])('fails in the same way when %s', async (_, error) => {
    fetching.mockRejectedValue(error)
    await expect(fetchChunk(ARCHIVE, 1)).rejects.toThrow(ChunkError)
  })
})
