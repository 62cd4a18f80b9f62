import { readFileSync } from 'node:fs'
import { CountingProxy, type Fetched } from '../counting-proxy.ts'
import { expect, test, WITH_WORKER } from '../fixtures.ts'
import { untilInstalled } from '../offline.ts'

test.use(WITH_WORKER)

const { installTrafficRatio }: { installTrafficRatio: number } = JSON.parse(
  readFileSync(new URL('../../.ci/budgets.json', import.meta.url), 'utf8'),
)

/** Normalises a file's name: `/` is index.html, and the query may hold a precache revision. */
function fileOf(path: string): string {
  const { pathname } = new URL(path, 'http://localhost')
  return pathname === '/' ? '/index.html' : pathname
}

const isApp = ({ path }: Fetched): boolean => !/^\/(api|sandbox)\//.test(path)

test('installing downloads nothing twice', async ({ page, provider }) => {
  const proxy = await CountingProxy.start(provider.url)
  await page.goto(`${proxy.url}/`)
  await untilInstalled(page)
  await page.waitForLoadState('networkidle')
  await proxy.stop()

  const answers = proxy.fetched.filter(isApp)
  const largest = new Map<string, number>()
  for (const { path, bytes } of answers) largest.set(fileOf(path), Math.max(bytes, largest.get(fileOf(path)) ?? 0))
  const total = answers.reduce((sum, { bytes }) => sum + bytes, 0)
  const once = [...largest.values()].reduce((sum, bytes) => sum + bytes, 0)
  const kb = (bytes: number): string => (bytes / 1000).toFixed(1)
  console.log(
    `install traffic: ${kb(total)} kB for ${kb(once)} kB in ${largest.size} files: ${(total / once).toFixed(2)}x`,
  )

  const names = answers.map(({ path }) => fileOf(path))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  // The shell is fetched by the navigation and again for the precache; nothing else may be fetched twice.
  expect(twice.filter((name) => name !== '/index.html')).toEqual([])
  expect(answers.filter(({ status }) => status >= 400)).toEqual([])
  expect(total / once).toBeLessThanOrEqual(installTrafficRatio)
})

test('what a first visit downloads comes compressed', async ({ page }) => {
  const encodings = new Map<string, string | undefined>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/$|\.(js|css)$/.test(pathname)) encodings.set(pathname, response.headers()['content-encoding'])
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(encodings.size).toBeGreaterThan(2)
  expect([...encodings].filter(([, encoding]) => encoding !== 'br' && encoding !== 'gzip')).toEqual([])
})
