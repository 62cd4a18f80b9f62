import { createServer } from 'node:net'

/**
 * Below the ephemeral ports of the operating system: an outgoing connection could take one of those in the seconds
 * before the provider listens.
 */
const PORTS = { from: 20_000, count: 12_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** Returns a port on which nothing listens at the moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
}
