import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let distDir: string
let dataDir: string
const SCRIPT = 'console.info("app")'

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'baywise-dist-'))
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-data-'))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Baywise</title>')
  await writeFile(join(distDir, 'sw.js'), SCRIPT)
  await writeFile(join(distDir, 'kill-switch.js'), 'leave()')
  await writeFile(join(distDir, 'manifest.webmanifest'), '{}')
  await writeFile(join(distDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(distDir, 'assets', 'app-1a2b.js'), SCRIPT)
  await writeFile(join(distDir, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(distDir, '..', 'outside.txt'), 'outside')
  provider = await startTestProvider({ config: { distDir, dataDir, tileOrigins: ['https://tiles.example.org'] } })
})
afterAll(async () => {
  await provider.close()
  await rm(distDir, { recursive: true })
  await rm(dataDir, { recursive: true })
})

test('hashed assets are kept for a year, compressed where the browser takes it', async () => {
  const plain = await provider.request('GET', '/assets/app-1a2b.js')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await plain.text()).toBe(SCRIPT)
  const packed = await provider.request('GET', '/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(SCRIPT)
})

test.each([
  ['/', 'text/html'],
  ['/sw.js', 'text/javascript'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/icon.svg', 'image/svg+xml'],
])('%s says that it is %s, in UTF-8', async (path, type) => {
  expect((await provider.request('GET', path)).headers.get('content-type')).toBe(`${type}; charset=utf-8`)
})

test.each(['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/bookings', '/park/some-slug-ca7kq2m'])(
  '%s is asked for again each time',
  async (path) => {
    const answer = await provider.request('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  },
)

test('an unchanged file is 304', async () => {
  const first = await provider.request('GET', '/index.html')
  const again = await provider.request('GET', '/index.html', {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test.each([
  '/api/nothing',
  '/api',
  '/sandbox/nothing',
  '/__/x',
  '/missing.js',
  '/park/a.png',
  '/../outside.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/assets/app-1a2b.js.br',
  '/assets/app-1a2b.js.1.tmp',
  '/assets/..%2f..%2foutside.txt',
  '/assets/../sw.js.br',
  '/%',
])('%s is 404, not the app', async (path) => {
  const answer = await provider.app.request(new Request(`http://localhost${path}`))
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

test('a page may run no inline script or style and load from no host that is not configured', async () => {
  const policy = (await provider.request('GET', '/')).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.org;")
  expect(policy).not.toContain('unsafe-inline')
})

// With rules for text that becomes a script, the map's worker could not load the built-ins that old browsers lack.
test.each(['/sw.js', '/assets/app-1a2b.js'])(
  '%s, as a worker, may load scripts of ours and nothing else',
  async (path) => {
    const policy = (await provider.request('GET', path)).headers.get('content-security-policy')
    expect(policy).toBe("default-src 'none'; script-src 'self'; connect-src 'self' https://tiles.example.org")
  },
)

test('a release that is taken back serves the worker that removes itself, with the policy of the worker', async () => {
  const killed = await startTestProvider({ config: { distDir, dataDir, swKill: true } })
  const answer = await killed.request('GET', '/sw.js')
  expect(await answer.text()).toBe('leave()')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  )
  expect(await (await provider.request('GET', '/sw.js')).text()).toBe(SCRIPT)
  await killed.close()
})

test('every answer carries the security headers', async () => {
  for (const path of ['/', '/api/v1/nothing', '/health']) {
    const { headers } = await provider.request('GET', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  }
  expect((await provider.request('GET', '/health')).headers.get('cache-control')).toBe('no-store')
})

test('the API describes itself in OpenAPI 3.1 and on a page that needs no other host', async () => {
  const specification = (await (await provider.request('GET', '/api/v1/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, unknown>
  }
  expect(specification.openapi).toBe('3.1.0')
  expect(Object.keys(specification.paths)).toEqual(
    expect.arrayContaining([
      '/api/v1/bookings',
      '/api/v1/bookings/{code}',
      '/api/v1/bookings/extend',
      '/api/v1/wallet',
      '/api/v1/pass/keys',
      '/api/v1/auth/login',
    ]),
  )
  const page = await provider.request('GET', '/api/v1/docs')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
  const html = await page.text()
  expect(html).toContain('/api/v1/bookings/extend')
  expect(html).not.toMatch(/<script|https?:\/\/(?!json-schema|baywise\.example)/)
})

test('too many requests of one address are 429 with the time to wait', async () => {
  const limited = await startTestProvider({ config: { requestsPerMinute: { perAddress: 2, perUser: 0 } } })
  const statuses = []
  for (let count = 0; count < 3; count += 1) statuses.push((await limited.request('GET', '/api/v1/pass/keys')).status)
  expect(statuses).toEqual([200, 200, 429])
  const refused = await limited.request('GET', '/api/v1/pass/keys')
  expect(refused.headers.get('retry-after')).toBe('30')
  limited.clock.advance(30_000)
  expect((await limited.request('GET', '/api/v1/pass/keys')).status).toBe(200)
  await limited.close()
})

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('what stands within a page may be used there: its own bytes say so, packed or not, and of a new release at once', async () => {
  const file = join(distDir, 'index.html')
  const before = await readFile(file)
  const page = (style: string): string =>
    `<!doctype html><title>Baywise</title><style data-sheet="/assets/a.css">${style}</style><script>begin()</script><script src="/a.js"></script>`
  const policyOf = async (encoding?: string): Promise<string> => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    const answer = await provider.request('GET', '/index.html', { headers })
    expect(answer.headers.get('content-encoding')).toBe(encoding ?? null)
    return answer.headers.get('content-security-policy') ?? ''
  }
  await writeFile(file, page('p{}'))
  await writeFile(`${file}.br`, brotliCompressSync(page('p{color:red}')))
  await writeFile(`${file}.gz`, gzipSync(page('p{color:green}')))
  expect(await policyOf()).toContain(`style-src 'self' ${hashOf('p{}')};`)
  expect(await policyOf()).toContain(`script-src 'self' ${hashOf('begin()')};`)
  expect(await policyOf('br')).toContain(`style-src 'self' ${hashOf('p{color:red}')};`)
  expect(await policyOf('gzip')).toContain(`style-src 'self' ${hashOf('p{color:green}')};`)
  await writeFile(file, page('p{color:blue}'))
  expect(await policyOf()).toContain(`style-src 'self' ${hashOf('p{color:blue}')};`)
  await rm(`${file}.br`)
  await rm(`${file}.gz`)
  await writeFile(file, before)
})

test('a page that the build rendered comes in the language that is asked for, with the policy that its style and script need', async () => {
  await mkdir(join(distDir, 'rendered'))
  await writeFile(join(distDir, 'rendered', 'help.en.html'), '<h1>Help</h1>')
  const aide = '<style>h1{}</style><script>press()</script><h1>Aide</h1>'
  await writeFile(join(distDir, 'rendered', 'help.fr.html'), aide)
  const pages = { '/help': { en: '/rendered/help.en.html', fr: '/rendered/help.fr.html' } }
  await writeFile(join(distDir, 'rendered', 'pages.json'), JSON.stringify(pages))
  const french = await provider.request('GET', '/help', { headers: { 'accept-language': 'fr-SN,fr;q=0.9,en;q=0.8' } })
  expect(await french.text()).toBe(aide)
  expect(french.headers.get('vary')).toBe('Accept-Encoding, Accept-Language')
  expect(french.headers.get('content-security-policy')).toContain(`style-src 'self' ${hashOf('h1{}')};`)
  expect(french.headers.get('content-security-policy')).toContain(`script-src 'self' ${hashOf('press()')};`)
  const english = await provider.request('GET', '/help')
  expect(await english.text()).toBe('<h1>Help</h1>')
  expect(english.headers.get('cache-control')).toBe('no-cache')

  const other = await provider.request('GET', '/bookings')
  expect(other.headers.get('vary')).toBe('Accept-Encoding')
  expect(await other.text()).toContain('<title>Baywise</title>')
  expect(other.headers.get('content-security-policy')).not.toContain('sha256')
  await writeFile(join(distDir, 'rendered', 'shell.html'), '<title>First visit</title>')
  const first = await provider.request('GET', '/bookings')
  expect(await first.text()).toBe('<title>First visit</title>')
  expect(first.headers.get('vary')).toBe('Accept-Encoding')
  expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
  // The app installs a different page, for which compiled code is cached.
  expect(await (await provider.request('GET', '/index.html')).text()).toContain('<title>Baywise</title>')
  expect(first.headers.get('content-security-policy')).not.toContain('sha256')
  await writeFile(join(distDir, 'rendered', 'shell.html'), '<title>First visit</title><style>a{}</style>')
  const styled = await provider.request('GET', '/bookings')
  expect(styled.headers.get('content-security-policy')).toContain(`style-src 'self' ${hashOf('a{}')};`)
  expect(styled.headers.get('content-security-policy')).toContain("script-src 'self';")
  await writeFile(join(distDir, 'rendered', 'shell-park.html'), '<title>A car park</title>')
  const titles = { '/park/green-p-1': 'A car park', '/parks-list': 'First visit', '/search?search=Dakar': 'Baywise' }
  for (const [path, title] of Object.entries(titles))
    expect(await (await provider.request('GET', path)).text(), path).toContain(`<title>${title}</title>`)
  for (const path of [
    '/rendered/help.fr.html',
    '/rendered/pages.json',
    '/rendered/shell.html',
    '/rendered/shell-park.html',
  ])
    expect((await provider.request('GET', path)).status, path).toBe(404)
})
