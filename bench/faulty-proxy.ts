import { connect, createServer, type Server, type Socket } from 'node:net'

/** How the network behaves: forwards, or accepts connections and never answers ("lie-fi"). */
export type Weather = 'forward' | 'silent'

/** A TCP proxy in front of a local port that can stop forwarding, even on open connections. */
export class FaultyProxy {
  readonly url: string
  #weather: Weather = 'forward'
  readonly #server: Server
  readonly #sockets: Set<Socket>

  private constructor(server: Server, port: number, sockets: Set<Socket>) {
    this.#server = server
    this.#sockets = sockets
    this.url = `http://localhost:${String(port)}`
  }

  /** @param target port on this machine */
  static async start(target: number): Promise<FaultyProxy> {
    const sockets = new Set<Socket>()
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
    const proxy = new FaultyProxy(server, address.port, sockets)
    const keep = (socket: Socket): void => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    server.on('connection', (phone) => {
      keep(phone)
      if (proxy.#weather === 'silent') return
      const provider = connect(target, 'localhost')
      keep(provider)
      phone.on('data', (chunk) => {
        if (proxy.#weather === 'forward') provider.write(chunk)
      })
      provider.on('data', (chunk) => {
        if (proxy.#weather === 'forward') phone.write(chunk)
      })
      phone.on('close', () => provider.destroy())
      provider.on('close', () => {
        if (proxy.#weather === 'forward') phone.end()
      })
    })
    return proxy
  }

  /** A change closes the connections kept alive under the previous setting. */
  setWeather(weather: Weather): void {
    if (weather === this.#weather) return
    this.#weather = weather
    if (weather === 'forward') this.#cut()
  }

  async stop(): Promise<void> {
    this.#cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
