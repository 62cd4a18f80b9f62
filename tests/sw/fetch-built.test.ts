import { beforeEach, expect, test, vi } from 'vitest'
import { integrityOf } from '../../scripts/precache-integrity.ts'
import { fetchBuilt } from '../../sw/fetch-built.ts'

const CHUNK = 'export default 1'
const FILE = { url: 'http://localhost/assets/a-1.js', integrity: integrityOf(CHUNK) }
const PORTAL = '<!doctype html><h1>Sign in to the network</h1>'

/**
 * The contents of the network and of the browser's HTTP cache. The stub checks integrity as a browser does; Node's own
 * fetch does not.
 */
let network: string
let httpCache: string | undefined
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  httpCache = undefined
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.cache)
    const body = request.cache === 'reload' ? network : (httpCache ?? network)
    if (integrityOf(body) !== request.integrity) throw new TypeError('Failed to fetch')
    return new Response(body)
  })
})

test('the bytes of the build are taken, from the HTTP cache too', async () => {
  network = CHUNK
  httpCache = CHUNK
  expect(await (await fetchBuilt(FILE)).text()).toBe(CHUNK)
  expect(asked).toEqual(['default'])
})

test('a wrong copy in the HTTP cache is passed by', async () => {
  network = CHUNK
  httpCache = PORTAL
  expect(await (await fetchBuilt(FILE)).text()).toBe(CHUNK)
  expect(asked).toEqual(['default', 'reload'])
})

test.each([PORTAL, CHUNK.slice(0, 5), 'export default 2'])('other bytes are refused: %s', async (body) => {
  network = body
  await expect(fetchBuilt(FILE)).rejects.toThrow('Failed to fetch')
})
