import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]

/** How long the server waits for a client; a connection that is waited for in vain is closed, so that many of them cost little. */
interface Patience {
  /** From the first byte of a request to the end of its headers, and for the first byte of a new connection. */
  readonly headersMs: number
  /** While nothing is received and nothing of an answer is taken, between two requests too. Longer than a phone's worst pause within a request. */
  readonly silentMs: number
  /** The headers are looked at so often. */
  readonly lookEveryMs: number
}

const PATIENCE: Patience = { headersMs: 15_000, silentMs: 45_000, lookEveryMs: 5_000 }

/**
 * Requests on one connection whose answers were not taken yet. No browser and no proxy sends a second one before the first is answered; who
 * sends thousands and takes none of the answers would have all of them kept in memory.
 */
const UNANSWERED_AT_MOST = 4

/**
 * Node's server makes an error for every unanswered request of a closed connection, and to note where each arose is most of what a flood of
 * thousands of them costs. Its own listener stands between these two.
 */
function closeWithoutStacks(socket: IncomingMessage['socket']): void {
  const limit = Error.stackTraceLimit
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = limit
  })
  socket.destroy()
}

function limitUnanswered(listener: ReturnType<typeof getRequestListener>, isStopping: () => boolean): RequestListener {
  const unanswered = new WeakMap<IncomingMessage['socket'], number>()
  return (request, response) => {
    const { socket } = request
    // What was read of it in one go is still told after the connection was closed.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > UNANSWERED_AT_MOST) {
      closeWithoutStacks(socket)
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      // Node keeps the connection open for a next request also where no more will be answered.
      if (left === 0 && isStopping()) socket.end()
    })
    // Begun once all that came with it was looked at: of a connection that is closed for it, none is worked on.
    queueMicrotask(() => {
      if (!socket.destroyed) void listener(request, response)
    })
  }
}

export function listen(options: {
  readonly fetch: Fetch
  readonly port: number
  readonly host: string
  readonly patience?: Patience
}): Promise<Server> {
  return new Promise((resolve, reject) => {
    const { fetch, port, host, patience = PATIENCE } = options
    const server = createServer({
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
      // Node's own is five seconds: a request that leaves as they end meets a closed connection, and a phone makes a new one for most taps.
      keepAliveTimeout: patience.silentMs,
    })
    const listener = getRequestListener(fetch, { hostname: host })
    server.on(
      'request',
      limitUnanswered(listener, () => !server.listening),
    )
    server.setTimeout(patience.silentMs)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

/** Stops accepting, lets answers in progress finish, then cuts what is left after `cutMs`. */
export async function closeServer(server: Server, cutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), cutMs)
  await closed
  clearTimeout(cut)
}
