import { CHUNK_BYTES } from '../db/street-chunks.ts'

export { CHUNK_BYTES }

/** A street archive as the provider lists it. Its address changes with its bytes. */
export interface ArchiveAt {
  readonly url: string
  readonly bytes: number
}

/** Nothing came, or no piece of the archive: a portal's page, another file, half a file, an error of the server. */
export class ChunkError extends Error {
  override name = 'ChunkError'
  /** Of the answer, where there was one. */
  readonly status: number | undefined

  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options)
    this.status = options.status
  }
}

/** A slow line takes its time; one that is dead must not hold the view for ever. */
const TIMEOUT_MS = 20_000

/** First byte and length of a chunk; the last one is shorter. */
export function chunkRange({ bytes }: ArchiveAt, index: number): { readonly from: number; readonly length: number } {
  const from = index * CHUNK_BYTES
  return { from, length: Math.max(0, Math.min(CHUNK_BYTES, bytes - from)) }
}

/** `bytes 0-65535/116000` */
const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

export interface ChunkAsk {
  /** Past the browser's HTTP cache, which gave wrong bytes. */
  readonly isAnew?: boolean
  /** By default the browser's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Asks the provider for one chunk. Errors: `ChunkError` alone, whenever the answer is not exactly those bytes of a file of that length. */
export async function fetchChunk(archive: ArchiveAt, index: number, how: ChunkAsk = {}): Promise<ArrayBuffer> {
  try {
    return await ask(archive, index, how)
  } catch (error) {
    if (error instanceof ChunkError) throw error
    // `fetch` has names of its own for a lost network, a time-out and an answer that broke off.
    throw new ChunkError(`${archive.url} did not answer`, { cause: error })
  }
}

async function ask(archive: ArchiveAt, index: number, { isAnew = false, ...by }: ChunkAsk): Promise<ArrayBuffer> {
  const { from, length } = chunkRange(archive, index)
  const last = from + length - 1
  const send = by.fetch ?? fetch
  const answer = await send(archive.url, {
    headers: { Range: `bytes=${String(from)}-${String(last)}` },
    cache: isAnew ? 'reload' : 'default',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // A whole file (200) is not waited for: a city's is megabytes, and a portal's page is one, too.
  if (answer.status !== 206) {
    const { status } = answer
    throw new ChunkError(`${archive.url} answered ${String(status)}`, { status })
  }
  const [, first, end, total] = CONTENT_RANGE.exec(answer.headers.get('Content-Range') ?? '') ?? []
  if (Number(first) !== from || Number(end) !== last || Number(total) !== archive.bytes)
    throw new ChunkError(`${archive.url} sent another range than ${String(from)} to ${String(last)}`)
  const bytes = await answer.arrayBuffer()
  if (bytes.byteLength !== length) throw new ChunkError(`${archive.url} was cut short`)
  return bytes
}
