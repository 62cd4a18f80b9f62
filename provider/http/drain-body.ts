import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'

/** Limits for reading an unwanted body; the connection is closed when a client sends more, or takes longer. */
const MAXIMUM_BYTES = 32 * 1024 * 1024
const MAXIMUM_MS = 10_000

/** Node's request object. Undefined when called in process. */
function findIncoming(c: Context<AppEnv>): IncomingMessage | undefined {
  if (c.env === undefined || !('incoming' in (c.env as object))) return undefined
  return (c.env as { readonly incoming: IncomingMessage }).incoming
}

/**
 * Returns true when the end was reached. A stream whose reader stopped midway keeps pausing, so it is resumed each
 * time.
 */
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
 * Reads the rest of a request that was refused before its body was read; when that exceeds the limits, the answer
 * announces that the connection closes. Otherwise a client that is still writing would see a reset instead of its
 * answer.
 */
export function drainBody(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const incoming = findIncoming(c)
    if (incoming?.readable !== true || incoming.complete) return
    if (!(await readToEnd(incoming))) c.header('connection', 'close')
  }
}
