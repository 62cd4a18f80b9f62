import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../src/domain/instant.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let folder: string
let distDir: string
let dataDir: string
const running: TestProvider[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baywise-releases-'))
  distDir = join(folder, 'dist')
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  for (const provider of running.splice(0)) await provider.close()
  await rm(folder, { recursive: true })
})

/** Replaces the build as a deploy does, leaving nothing of the previous one. */
async function deploy(release: string): Promise<void> {
  await rm(distDir, { recursive: true, force: true })
  await mkdir(join(distDir, 'assets'), { recursive: true })
  // A different length gives a different etag.
  await writeFile(join(distDir, 'index.html'), `<title>${release.repeat(3)}</title>`)
  await writeFile(join(distDir, 'assets', `chunk-${release}.js`), `chunk of ${release}`)
  await writeFile(join(distDir, 'assets', `chunk-${release}.js.br`), brotliCompressSync(`chunk of ${release}`))
}

const keptFiles = () => readdir(join(dataDir, 'old-assets')).catch(() => [])

/** Starts a provider that has seen the current build, `laterMs` after the first one's start. */
async function start(release: string, laterMs = 0): Promise<TestProvider> {
  const provider = await startTestProvider({ config: { distDir, dataDir } })
  running.push(provider)
  provider.clock.advance(laterMs)
  await vi.waitFor(async () => expect(await keptFiles()).toContain(`chunk-${release}.js`))
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'old-assets.json'))).toBe(true))
  return provider
}

const chunk = (provider: TestProvider, release: string, headers = {}) =>
  provider.request('GET', `/assets/chunk-${release}.js`, { headers })

/** Requests the start page, on which the provider notices a changed build. */
const open = (provider: TestProvider) => provider.request('GET', '/')

test('a page of the release before still gets its chunks, packed too and for a year', async () => {
  await deploy('one')
  await start('one')
  await deploy('three')
  const provider = await start('three')
  const old = await chunk(provider, 'one')
  expect(await old.text()).toBe('chunk of one')
  expect(old.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(old.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const packed = await chunk(provider, 'one', { 'accept-encoding': 'br' })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await (await chunk(provider, 'three')).text()).toBe('chunk of three')
})

test('a file of the build itself comes before one that was kept under its name', async () => {
  await deploy('one')
  const provider = await start('one')
  await writeFile(join(dataDir, 'old-assets', 'chunk-one.js'), 'something else')
  expect(await (await chunk(provider, 'one')).text()).toBe('chunk of one')
})

test('a deploy under a running provider is noticed', async () => {
  await deploy('one')
  const provider = await start('one')
  await open(provider)
  await deploy('three')
  await open(provider)
  await vi.waitFor(async () => expect(await keptFiles()).toContain('chunk-three.js'))
  await deploy('seventeen')
  expect((await chunk(provider, 'one')).status).toBe(200)
  expect((await chunk(provider, 'three')).status).toBe(200)
})

test('old files stay for 30 days from the deploy that replaced them, then go', async () => {
  await deploy('one')
  const provider = await start('one')
  await open(provider)
  // The release was in use for 90 days, until the deploy.
  provider.clock.advance(90 * DAY_MS)
  await deploy('three')
  await open(provider)
  await vi.waitFor(async () => expect(await keptFiles()).toContain('chunk-three.js'))
  provider.clock.advance(30 * DAY_MS)
  await open(provider)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await chunk(provider, 'one')).status).toBe(200)
  provider.clock.advance(DAY_MS)
  await open(provider)
  await vi.waitFor(async () => expect((await chunk(provider, 'one')).status).toBe(404))
  expect(await keptFiles()).toEqual(['chunk-three.js', 'chunk-three.js.br'])
  expect((await chunk(provider, 'three')).status).toBe(200)
})

test('a release that comes back is not old any more', async () => {
  await deploy('one')
  const provider = await start('one')
  await open(provider)
  for (const release of ['three', 'one']) {
    await deploy(release)
    await open(provider)
    await vi.waitFor(async () => expect(await keptFiles()).toContain(`chunk-${release}.js`))
    provider.clock.advance(20 * DAY_MS)
  }
  await open(provider)
  provider.clock.advance(20 * DAY_MS)
  await deploy('seventeen')
  await open(provider)
  await vi.waitFor(async () => expect(await keptFiles()).toContain('chunk-seventeen.js'))
  expect((await chunk(provider, 'one')).status).toBe(200)
})

test('a build that is missing for a moment forgets nothing', async () => {
  await deploy('one')
  await start('one')
  await rm(distDir, { recursive: true })
  const provider = await start('one', 60 * DAY_MS)
  expect((await chunk(provider, 'one')).status).toBe(200)
})

test('an index that a crash has cut off costs no file', async () => {
  await deploy('one')
  await start('one')
  await writeFile(join(dataDir, 'old-assets.json'), '{"chunk-one.js": {"firstS')
  await deploy('three')
  const provider = await start('three')
  expect((await chunk(provider, 'one')).status).toBe(200)
})

test('a folder that cannot be written costs the old files, not the app', async () => {
  await deploy('one')
  await mkdir(folder, { recursive: true })
  await writeFile(dataDir, 'a file where the folder should be')
  const provider = await startTestProvider({ config: { distDir, dataDir } })
  running.push(provider)
  expect((await chunk(provider, 'one')).status).toBe(200)
  expect((await chunk(provider, 'three')).status).toBe(404)
})
