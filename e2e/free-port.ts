import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out for outgoing connections: a port of theirs can be taken in the seconds that the provider needs
 * before it listens.
 */
const PORTS = { from: 20_000, count: 12_000 }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
}
