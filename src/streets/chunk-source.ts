import type { StreetChunks } from '../db/street-chunks.ts'
import { type ArchiveAt, CHUNK_BYTES, ChunkError, chunkRange, fetchChunk } from './fetch-chunk.ts'

export interface ChunkSourceParts {
  readonly archive: ArchiveAt
  readonly chunks: StreetChunks
  readonly fetchChunk?: typeof fetchChunk
  readonly now?: () => number
}

/** Number of chunks in memory; a view rarely needs more. */
const IN_MEMORY = 24
const REST_MS = 15_000

/**
 * Reads an archive in chunks: from memory, else from the phone's storage, else from the provider, with one request per
 * chunk. Chunks that cannot be stored are used all the same.
 */
export class ChunkSource {
  readonly #parts: ChunkSourceParts
  readonly #held = new Map<number, Promise<ArrayBuffer>>()
  /** Chunks found to be wrong: the next request bypasses every cache. */
  readonly #doubted = new Set<number>()
  #restUntil = 0

  constructor(parts: ChunkSourceParts) {
    this.#parts = parts
  }

  /**
   * Returns fewer bytes than requested at the archive's end. Throws what `fetchChunk` throws, and an Error for a
   * position beyond the end, which only a corrupt directory produces.
   */
  async read(offset: number, length: number): Promise<ArrayBuffer> {
    const { bytes: total, url } = this.#parts.archive
    if (offset >= total) throw new Error(`${url} has no byte ${String(offset)}`)
    const end = Math.min(offset + length, total)
    const first = Math.floor(offset / CHUNK_BYTES)
    const count = Math.floor(Math.max(offset, end - 1) / CHUNK_BYTES) - first + 1
    const pieces = await Promise.all(Array.from({ length: count }, (_, step) => this.#chunk(first + step)))
    const [only] = pieces
    const within = offset - first * CHUNK_BYTES
    if (pieces.length === 1 && only !== undefined) return only.slice(within, within + end - offset)
    const joined = new Uint8Array(count * CHUNK_BYTES)
    for (const [at, piece] of pieces.entries()) joined.set(new Uint8Array(piece), at * CHUNK_BYTES)
    return joined.slice(within, within + end - offset).buffer
  }

  /**
   * Call this for bytes that do not belong to an archive: drops the chunks that contain them and fetches those from the
   * provider, without caches.
   */
  async distrust(offset: number, length: number): Promise<void> {
    const { archive, chunks } = this.#parts
    const [first, last] = [Math.floor(offset / CHUNK_BYTES), Math.floor((offset + length - 1) / CHUNK_BYTES)]
    const isWrong = (index: number): boolean => index >= first && index <= last
    for (const index of this.#held.keys()) if (isWrong(index)) this.#held.delete(index)
    for (let index = first; index <= last; index += 1) this.#doubted.add(index)
    await Promise.allSettled([chunks.forget(([url, index]) => url === archive.url && isWrong(index), 'all')])
  }

  /** Stops requests for a while: a view has a dozen tiles, and each would retry. Stored chunks are still read. */
  rest(): void {
    this.#restUntil = this.#now() + REST_MS
  }

  #now(): number {
    return (this.#parts.now ?? Date.now)()
  }

  #chunk(index: number): Promise<ArrayBuffer> {
    const held = this.#held.get(index)
    if (held !== undefined) return held
    const chunk = this.#read(index)
    this.#held.set(index, chunk)
    // The next view retries.
    chunk.catch(() => this.#held.delete(index))
    const [oldest] = this.#held.keys()
    if (this.#held.size > IN_MEMORY && oldest !== undefined) this.#held.delete(oldest)
    return chunk
  }

  async #read(index: number): Promise<ArrayBuffer> {
    const { archive, chunks, fetchChunk: ask = fetchChunk } = this.#parts
    const isDoubted = this.#doubted.has(index)
    // If storage does not respond, the chunk is requested again.
    const [kept] = await Promise.allSettled([isDoubted ? undefined : chunks.get(archive.url, index)])
    if (kept.status === 'fulfilled' && kept.value?.byteLength === chunkRange(archive, index).length) return kept.value
    if (this.#now() < this.#restUntil) throw new ChunkError(`${archive.url} failed a moment ago`)
    const bytes = await ask(archive, index, { isAnew: isDoubted }).catch((error: unknown) => {
      this.rest()
      throw error
    })
    this.#doubted.delete(index)
    await Promise.allSettled([chunks.put(archive.url, index, bytes)])
    return bytes
  }
}
