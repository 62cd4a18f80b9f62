import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** What of a body that nobody wants is read all the same; whoever sends more, or more slowly, finds the connection closed. */
const MAXIMUM_BYTES = 32 * 1024 * 1024
const MAXIMUM_MS = 10_000

/** The request as the server sees it; undefined when called in process. */
function findIncoming(c: Context<AppEnv>): IncomingMessage | undefined {
  if (c.env === undefined || !('incoming' in (c.env as object))) return undefined
  return (c.env as { readonly incoming: IncomingMessage }).incoming
}

/** True when the end was reached. A stream that somebody began to read, and left, pauses again and again. */
function readToEnd(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0
    const onData = (chunk: Uint8Array): void => {
      bytes += chunk.byteLength
      if (bytes > MAXIMUM_BYTES) end(false)
    }
    const onPause = (): void => void incoming.resume()
    const onEnd = (): void => end(true)
    const onClose = (): void => end(incoming.readableEnded)
    const end = (isWhole: boolean): void => {
      clearTimeout(timer)
      incoming.off('data', onData).off('pause', onPause).off('end', onEnd).off('close', onClose)
      resolve(isWhole)
    }
    const timer = setTimeout(() => end(false), MAXIMUM_MS)
    incoming.on('data', onData).on('pause', onPause).on('end', onEnd).on('close', onClose)
    incoming.resume()
  })
}

/**
 * A request that was refused before its body was read: the rest is read first, and where that cannot be, the answer says that the
 * connection ends. Otherwise a client that is still writing would see a reset in the place of its answer.
 */
export function drainBody(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const incoming = findIncoming(c)
    if (incoming?.readable !== true || incoming.complete) return
    if (!(await readToEnd(incoming))) c.header('connection', 'close')
  }
}
