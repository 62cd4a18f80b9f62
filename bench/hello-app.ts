import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { ROOT } from '../scripts/setup.mjs'

const OUT = path.join(ROOT, '.cache/bench-hello')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Builds one heading with the same React and Vite, precached by Workbox's generated worker. */
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

/** A page of 1 kB without scripts: the floor of a first paint. */
export const STATIC_PATH = '/static.html'
const STATIC_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static</title><h1>Hello</h1><p>${'A line of text. '.repeat(52)}</p></html>`

export interface HelloApp {
  readonly url: string
  stop(): Promise<void>
}

/** Compressed as strongly as the app's own files. */
function bodyOf(pathname: string): Buffer | undefined {
  if (pathname === STATIC_PATH) return brotliCompressSync(STATIC_PAGE)
  const file = path.join(OUT, pathname === '/' ? 'index.html' : path.normalize(pathname))
  return existsSync(file) ? brotliCompressSync(readFileSync(file)) : undefined
}

/** Builds the app and serves it from a free port. */
export async function startHello(): Promise<HelloApp> {
  await buildHello()
  const bodies = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const type = TYPES[path.extname(pathname === '/' ? 'index.html' : pathname)]
    const body = type === undefined ? undefined : (bodies.get(pathname) ?? bodyOf(pathname))
    if (type === undefined || body === undefined) {
      response.writeHead(404).end()
      return
    }
    bodies.set(pathname, body)
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'no-cache' }).end(body)
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
