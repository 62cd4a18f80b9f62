import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { ROOT } from '../scripts/setup.mjs'

const OUT = path.join(ROOT, '.cache/bench-hello')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** One heading by the same React and Vite, precached by Workbox's own generated worker. */
async function buildHello(): Promise<void> {
  await build({
    root: path.join(ROOT, 'bench/hello'),
    configFile: false,
    logLevel: 'warn',
    plugins: [
      react(),
      VitePWA({ strategies: 'generateSW', injectRegister: 'script', registerType: 'autoUpdate', manifest: false }),
    ],
    build: { outDir: OUT, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
}

export interface HelloApp {
  readonly url: string
  stop(): Promise<void>
}

/** Builds the app and serves it from a free port. */
export async function startHello(): Promise<HelloApp> {
  await buildHello()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = path.join(OUT, pathname === '/' ? 'index.html' : path.normalize(pathname))
    const type = TYPES[path.extname(file)]
    if (type === undefined || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server of hello has no port')
  return {
    url: `http://localhost:${String(address.port)}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
