import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * How long the server waits for a client before it closes the connection, so that many idle connections cost little.
 */
interface Patience {
  /** From the first byte of a request to the end of its headers, and until the first byte of a new connection. */
  readonly headersMs: number
  /**
   * Time without traffic in either direction, also between two requests. Longer than a phone's worst pause within a
   * request.
   */
  readonly silentMs: number
  /** How often the header limit is checked. */
  readonly lookEveryMs: number
}

const PATIENCE: Patience = { headersMs: 15_000, silentMs: 45_000, lookEveryMs: 5_000 }

/**
 * Requests per connection whose answers have not been read. No browser or proxy sends a second one before the first is
 * answered; the answers to a client that sends thousands and reads none would all be kept in memory.
 */
const MAX_UNANSWERED = 4

/**
 * Node creates an error for every unanswered request of a closed connection, and capturing the stack traces is most of
 * the cost of a flood of thousands. Node's own close listener runs between the two added here.
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
    // Requests read in the same chunk are still emitted after the connection was closed.
    if (socket.destroyed) return
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MAX_UNANSWERED) {
      closeWithoutStacks(socket)
      return
    }
    unanswered.set(socket, count)
    response.once('close', () => {
      const left = (unanswered.get(socket) ?? 1) - 1
      unanswered.set(socket, left)
      // Node keeps the connection open for a next request even while the server is closing.
      if (left === 0 && isStopping()) socket.end()
    })
    // Deferred until every request of the same chunk is counted, so that none is handled when they close the
    // connection.
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
      // Node's default is five seconds: a request sent just as they end finds the connection closed, and phones would
      // reconnect for most taps.
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

/** Stops accepting, lets answers in progress finish, then closes the remaining connections after `cutMs`. */
export async function closeServer(server: Server, cutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), cutMs)
  await closed
  clearTimeout(cut)
}
