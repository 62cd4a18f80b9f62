import { CHUNK_BYTES } from '../db/street-chunks.ts'

export { CHUNK_BYTES }

/** A street archive as listed by the provider. Its URL changes with its content. */
export interface ArchiveAt {
  readonly url: string
  readonly bytes: number
}

/**
 * No answer, or an answer that is not a chunk of the archive: a captive portal's page, another file, a truncated file,
 * a server error.
 */
export class ChunkError extends Error {
  override name = 'ChunkError'
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined

  constructor(message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options)
    this.status = options.status
  }
}

/** Long enough for a slow connection, but a dead one must not block the view for ever. */
const TIMEOUT_MS = 20_000

/** First byte and length of a chunk; the last chunk is shorter. */
export function chunkRange({ bytes }: ArchiveAt, index: number): { readonly from: number; readonly length: number } {
  const from = index * CHUNK_BYTES
  return { from, length: Math.max(0, Math.min(CHUNK_BYTES, bytes - from)) }
}

/** `bytes 0-65535/116000` */
const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+)$/

export interface ChunkAsk {
  /** Bypasses the browser's HTTP cache, which returned wrong bytes. */
  readonly isAnew?: boolean
  /** Default: the browser's own. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/**
 * Requests one chunk from the provider. Rejects only with `ChunkError`, whenever the answer is not exactly those bytes
 * of a file of that length.
 */
export async function fetchChunk(archive: ArchiveAt, index: number, how: ChunkAsk = {}): Promise<ArrayBuffer> {
  try {
    return await ask(archive, index, how)
  } catch (error) {
    if (error instanceof ChunkError) throw error
    // `fetch` rejects with different errors for a lost network, a timeout and a truncated answer.
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
  // Do not read a whole file (200): a city's is megabytes, and it may be a captive portal's page.
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
