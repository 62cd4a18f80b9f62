import type { StreetChunks } from '../db/street-chunks.ts'
import { type ArchiveAt, CHUNK_BYTES, ChunkError, chunkRange, fetchChunk } from './fetch-chunk.ts'

export interface ChunkSourceParts {
  readonly archive: ArchiveAt
  readonly chunks: StreetChunks
  readonly fetchChunk?: typeof fetchChunk
  readonly now?: () => number
}

/** So many chunks stay in memory: a view rarely touches more. */
const IN_MEMORY = 24
const REST_MS = 15_000

/**
 * An archive's bytes, in chunks: from memory, else from the phone, else from the provider, who is asked once for each. What cannot be kept is
 * still drawn.
 */
export class ChunkSource {
  readonly #parts: ChunkSourceParts
  readonly #held = new Map<number, Promise<ArrayBuffer>>()
  /** Chunks that turned out to be wrong: the next time past every cache. */
  readonly #doubted = new Set<number>()
  #restUntil = 0

  constructor(parts: ChunkSourceParts) {
    this.#parts = parts
  }

  /** Fewer than asked for at the archive's end. Errors: as `fetchChunk`, and of bytes beyond the end, which only a wrong directory asks for. */
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

  /** After bytes that are not an archive's: gives up the chunks that hold them, and asks the provider itself for those. */
  async distrust(offset: number, length: number): Promise<void> {
    const { archive, chunks } = this.#parts
    const [first, last] = [Math.floor(offset / CHUNK_BYTES), Math.floor((offset + length - 1) / CHUNK_BYTES)]
    const isWrong = (index: number): boolean => index >= first && index <= last
    for (const index of this.#held.keys()) if (isWrong(index)) this.#held.delete(index)
    for (let index = first; index <= last; index += 1) this.#doubted.add(index)
    await Promise.allSettled([chunks.forget(([url, index]) => url === archive.url && isWrong(index), 'all')])
  }

  /** Leaves the provider alone for a while: a view has a dozen tiles, and each would ask again. What is kept is still read. */
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
    // The next view asks again.
    chunk.catch(() => this.#held.delete(index))
    const [oldest] = this.#held.keys()
    if (this.#held.size > IN_MEMORY && oldest !== undefined) this.#held.delete(oldest)
    return chunk
  }

  async #read(index: number): Promise<ArrayBuffer> {
    const { archive, chunks, fetchChunk: ask = fetchChunk } = this.#parts
    const isDoubted = this.#doubted.has(index)
    // A storage that does not answer costs a request, not the streets.
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
