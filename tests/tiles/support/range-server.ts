import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface RangeServer {
  readonly address: string
  /** Requested ranges, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server on this machine that answers with `answer`. */
export async function startServer(answer: Answer): Promise<RangeServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers.range))
    answer(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    address: `http://127.0.0.1:${String(port)}/region.pmtiles`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Part {
  readonly start: number
  readonly end: number
}

export function partOf(request: IncomingMessage): Part {
  const [, start = '0', end = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  return { start: Number(start), end: Number(end) }
}

/** Answers as a well-behaved server does. */
export const givesRanges =
  (file: Uint8Array): Answer =>
  (request, response) => {
    const { start, end } = partOf(request)
    const part = file.subarray(start, Math.min(end + 1, file.length))
    const range = `bytes ${String(start)}-${String(start + part.length - 1)}/${String(file.length)}`
    response.writeHead(206, { 'content-range': range, 'content-length': String(part.length), etag: '"one"' })
    response.end(part)
  }
