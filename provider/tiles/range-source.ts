import { open } from 'node:fs/promises'
import { reasonOf } from '../rules/failed-request.ts'
import { TileProblem } from './tile-problem.ts'

/** A file read in parts, on this machine or at an address. */
export interface RangeSource {
  /** The path or address, for the operator. */
  readonly name: string
  /** Returns exactly these bytes. Throws `TileProblem` when the source does not have them or is unusable. */
  read(offset: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

export interface HttpLimits {
  /** Limit for one complete answer. */
  readonly answerWithinMs: number
  /** Limit for all reads of a source together. */
  readonly allWithinMs: number
}

export const HTTP_LIMITS: HttpLimits = { answerWithinMs: 20_000, allWithinMs: 10 * 60_000 }

/** No part of a region's archive is larger; only a corrupt file names a larger one. */
const MAXIMUM_PART_BYTES = 32 * 1024 * 1024

function checkPart(name: string, offset: number, length: number): void {
  const isPart = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length > 0
  if (!isPart || length > MAXIMUM_PART_BYTES) {
    throw new TileProblem(`${name} is corrupt: it names a part of ${String(length)} bytes at ${String(offset)}`)
  }
}

/** Throws the system's error when the file cannot be opened. */
export async function openFileSource(path: string): Promise<RangeSource> {
  const handle = await open(path)
  return {
    name: path,
    async read(offset, length) {
      checkPart(path, offset, length)
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
      if (bytesRead < length) throw new TileProblem(`${path} is cut short at ${String(offset + bytesRead)} bytes`)
      return buffer
    },
    close: () => handle.close(),
  }
}

/** Why an answer is not the requested part. Undefined when it is. */
function findProblem(response: Response, expected: string): string | undefined {
  const { status } = response
  if (status === 404 || status === 410) return `answers ${String(status)}: there is no such file`
  if (!response.ok) return `answers ${String(status)}`
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/html\b/i.test(type)) return `answers a web page (${type}), not a file of tiles`
  if (status !== 206) return 'does not give parts of a file (no range requests): download it and import the file'
  const range = response.headers.get('content-range') ?? ''
  return range.startsWith(`bytes ${expected}/`) ? undefined : `answers another part than was asked for ("${range}")`
}

/** Reads the body until it exceeds the requested length. */
async function readBody(response: Response, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  if (response.body !== null) {
    for await (const chunk of response.body) {
      chunks.push(chunk)
      total += chunk.length
      if (total > length) break
    }
  }
  return Buffer.concat(chunks)
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** A file at an address, read by ranges. Sends no request before the first read. */
export function openHttpSource(address: string, limits: HttpLimits = HTTP_LIMITS): RangeSource {
  const all = AbortSignal.timeout(limits.allWithinMs)
  let etag: string | undefined
  const ask = async (offset: number, length: number): Promise<Buffer> => {
    const expected = `${String(offset)}-${String(offset + length - 1)}`
    const signal = AbortSignal.any([all, AbortSignal.timeout(limits.answerWithinMs)])
    const response = await fetch(address, { headers: { range: `bytes=${expected}` }, signal })
    const problem = findProblem(response, expected)
    if (problem !== undefined) {
      await response.body?.cancel()
      throw new TileProblem(`${address} ${problem}`)
    }
    const now = response.headers.get('etag') ?? ''
    if (etag !== undefined && etag !== now) throw new TileProblem(`${address} changed while it was read: try again`)
    etag = now
    const bytes = await readBody(response, length)
    if (bytes.length !== length) throw new TileProblem(`${address} answers a part that is cut short`)
    return bytes
  }
  return {
    name: address,
    async read(offset, length) {
      checkPart(address, offset, length)
      try {
        return await ask(offset, length)
      } catch (error) {
        if (error instanceof TileProblem) throw error
        if (isTimeout(error)) throw new TileProblem(`${address} is too slow: no answer within ${tell(limits, all)}`)
        throw new TileProblem(`${address} cannot be reached: ${reasonOf(error)}`)
      }
    },
    close: () => Promise.resolve(),
  }
}

const tell = ({ answerWithinMs, allWithinMs }: HttpLimits, all: AbortSignal): string =>
  `${String((all.aborted ? allWithinMs : answerWithinMs) / 1_000)} s`
