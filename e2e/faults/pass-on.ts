import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** A complete answer, as transferred. */
export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Hop-by-hop headers, and those that are wrong once the body is read. */
const DROPPED: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Forwards a request and reads its answer to the end, so that its effect is known to have happened. */
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
