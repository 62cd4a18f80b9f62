import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { pageWorkers } from '../vite.config.ts'
import { mustFindNode, ROOT } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'

const OUT = path.join(ROOT, '.cache/bench-map')
/** Downtown San Francisco, streets of the bundled extract. */
export const VIEW = 'lat=37.7842&lng=-122.4016&zoom=16'
const BOX = [-122.42, 37.769, -122.381, 37.798]
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

async function buildPage(): Promise<void> {
  await build({
    root: path.join(ROOT, 'bench/map'),
    configFile: false,
    logLevel: 'warn',
    ...pageWorkers,
    build: { outDir: OUT, emptyOutDir: true, target: 'chrome111', modulePreload: { polyfill: false } },
  })
}

/** Returns the archive as the provider's own import makes it. */
async function importStreets(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-map-'))
  try {
    const words = ['tiles', 'import', 'data/streets/sf-downtown.osm.pbf', '--region', 'sf', '--box', BOX.join(',')]
    const env = { ...process.env, DATA_DIR: folder }
    await promisify(execFile)(mustFindNode(), ['provider/cli/main.ts', ...words], { cwd: ROOT, env })
    const names = await readdir(path.join(folder, 'tiles'))
    return await readFile(
      path.join(
        folder,
        'tiles',
        must(
          names.find((name) => name.endsWith('.pmtiles')),
          'an archive',
        ),
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface MapPage {
  readonly url: string
  /** Pictures by the last segment of their address. */
  readonly pictures: Map<string, Buffer>
  stop(): Promise<void>
}

/** Builds the map without the app, and serves it with the archive on a free port. */
export async function startMapPage(): Promise<MapPage> {
  await buildPage()
  const archive = await importStreets()
  const pictures = new Map<string, Buffer>()
  const regions = {
    data: [
      { region: 'sf', url: '/tiles/sf-00.pmtiles', bytes: archive.length, box: BOX, attribution: '', made_at: '' },
    ],
  }
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    const picture = pictures.get(pathname)
    if (pathname === '/api/v1/tiles') response.end(JSON.stringify(regions))
    else if (from !== undefined && to !== undefined)
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${to}/${String(archive.length)}` })
        .end(archive.subarray(Number(from), Number(to) + 1))
    else if (picture !== undefined) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else void answerFile(pathname === '/' ? '/index.html' : pathname, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server of the map has no port')
  return {
    url: `http://localhost:${String(address.port)}`,
    pictures,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answerFile(pathname: string, response: ServerResponse): Promise<void> {
  try {
    const bytes = await readFile(path.join(OUT, path.normalize(pathname)))
    response.writeHead(200, { 'content-type': TYPES[path.extname(pathname)] ?? 'application/octet-stream' }).end(bytes)
  } catch (error) {
    response.writeHead(404).end(String(error))
  }
}
