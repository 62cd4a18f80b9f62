import { createServer, request, type Server } from 'node:http'
import { findFreePort } from './free-port.ts'

export interface Fetched {
  readonly path: string
  readonly status: number
  /** Size of the body as transferred, compressed or not. */
  readonly bytes: number
}

/**
 * Records every answer between browser and provider. Covers requests of pages, workers and the browser itself; cache
 * hits never reach it.
 */
export class CountingProxy {
  readonly url: string
  readonly fetched: Fetched[] = []
  readonly #server: Server

  private constructor(server: Server, port: number) {
    this.#server = server
    this.url = `http://localhost:${port}`
  }

  static async start(target: string): Promise<CountingProxy> {
    const port = await findFreePort()
    const server = createServer()
    const proxy = new CountingProxy(server, port)
    server.on('request', (incoming, outgoing) => {
      const path = incoming.url ?? '/'
      const upstream = request(target + path, { method: incoming.method, headers: incoming.headers }, (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
        answer.on('end', () => proxy.fetched.push({ path, status: answer.statusCode ?? 0, bytes }))
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      incoming.pipe(upstream)
    })
    await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
    return proxy
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
