import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** A whole answer, as it travelled. */
export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Hop-by-hop, or true no more once the body is read. */
const DROPPED: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Sends a request on and reads its answer to the end, so that what asked for it is known to have happened. */
export function passOn(
  incoming: IncomingMessage,
  open: (toAnswer: (answer: IncomingMessage) => void) => ClientRequest,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const upstream = open((answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !DROPPED.has(name)))
        resolve({ status: answer.statusCode ?? 502, headers, body: Buffer.concat(chunks) })
      })
    })
    upstream.on('error', reject)
    incoming.pipe(upstream)
  })
}
