import type { Server } from 'node:http'
import { serve } from '@hono/node-server'

type Fetch = Parameters<typeof serve>[0]['fetch']

export function listen(options: {
  readonly fetch: Fetch
  readonly port: number
  readonly host: string
}): Promise<Server> {
  return new Promise((resolve, reject) => {
    const { fetch, port, host } = options
    const server = serve({ fetch, port, hostname: host }, () => resolve(server)) as Server
    server.once('error', reject)
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
