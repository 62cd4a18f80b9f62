import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { createImageStrategy } from '../../sw/image-strategy.ts'

/** Fakes a browser's cache storage, with room for `room` entries in all. */
function fakeCaches(room = Infinity) {
  const caches = new Map<string, Map<string, Response>>()
  const used = () => [...caches.values()].reduce((sum, cache) => sum + cache.size, 0)
  const open = (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>()
    caches.set(name, entries)
    return Promise.resolve({
      match: (request: Request) => Promise.resolve(entries.get(request.url)?.clone()),
      keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
      delete: ({ url }: Request) => Promise.resolve(entries.delete(url)),
      put: (request: Request, response: Response) => {
        if (used() >= room) return Promise.reject(new DOMException('full', 'QuotaExceededError'))
        entries.set(request.url, response)
        return Promise.resolve()
      },
    })
  }
  return {
    open,
    match: async (request: Request, { cacheName }: { cacheName: string }) => (await open(cacheName)).match(request),
    keys: () => Promise.resolve([...caches.keys()]),
    delete: (name: string) => Promise.resolve(caches.delete(name)),
    urls: (name: string) => [...(caches.get(name)?.keys() ?? [])],
  }
}

let caches: ReturnType<typeof fakeCaches>
const fetched = vi.fn<(request: Request) => Promise<Response>>()

class FakeFetchEvent extends Event {
  readonly request: Request

  constructor(request: Request) {
    super('fetch')
    this.request = request
  }

  waitUntil(): void {
    // No-op: the test waits by itself.
  }
}

function useWorker(room?: number): void {
  caches = fakeCaches(room)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('FetchEvent', FakeFetchEvent)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('self', { caches, location: { href: 'https://baywise.test/sw.js' } })
  vi.stubGlobal('location', { href: 'https://baywise.test/sw.js', origin: 'https://baywise.test' })
}

/** Makes a response of a given type, since the constructor cannot make one of type `cors`. */
const answer = (status = 200, type = 'cors') => {
  const response = new Response('image', { status })
  const withType = (made: Response): Response =>
    Object.defineProperties(made, {
      type: { value: type },
      clone: { value: () => withType(new Response('image', { status })) },
    })
  return withType(response)
}

beforeEach(() => {
  // Workbox's development version prints to the console.
  vi.stubEnv('NODE_ENV', 'production')
  useWorker()
  fetched.mockReset().mockImplementation(() => Promise.resolve(answer()))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const tile = (number: number) => new Request(`https://tiles.example/12/${number}/7.png`)

/** Handles a request as the worker's route does; returns the response and a promise for when everything is stored. */
const handle = (strategy: ReturnType<typeof createImageStrategy>, request: Request) =>
  strategy.handleAll(new FakeFetchEvent(request) as unknown as FetchEvent)

async function ask(strategy: ReturnType<typeof createImageStrategy>, request: Request): Promise<Response> {
  const [response, kept] = handle(strategy, request)
  const given = await response
  await kept
  return given
}

/** Imported late, because Workbox looks for its worker when it loads. */
async function tiles() {
  const strategies = await import('../../sw/image-strategy.ts')
  return strategies.createImageStrategy({ cacheName: 'baywise-tiles', maximum: 30 })
}

test('an image is fetched once, and shown without a connection after', async () => {
  const strategy = await tiles()
  await ask(strategy, tile(1))
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await ask(strategy, tile(1))).status).toBe(200)
  expect(fetched).toHaveBeenCalledOnce()
})

test('without a connection a missing image is an error, for the page to draw its own', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  expect((await ask(await tiles(), tile(1))).type).toBe('error')
})

test.each([
  ['an opaque answer', answer(200, 'opaque')],
  ['an empty answer', answer(203)],
  ['an error page', answer(404)],
  ['an answer of our own origin', answer(200, 'basic')],
])('%s is shown and not kept', async (_, response) => {
  fetched.mockResolvedValue(response)
  expect((await ask(await tiles(), tile(1))).status).toBe(response.status)
  expect(caches.urls('baywise-tiles')).toEqual([])
})

test('the oldest make room, whatever their age', async () => {
  const strategy = await tiles()
  for (let number = 0; number <= 60; number += 1) await ask(strategy, tile(number))
  const kept = caches.urls('baywise-tiles')
  expect(kept).toHaveLength(30)
  expect(kept[0]).toBe(tile(31).url)
})

test('a full phone gives up all images, and shows this one all the same', async () => {
  useWorker(3)
  const { registerQuotaErrorCallback } = await import('workbox-core/registerQuotaErrorCallback.js')
  const { deleteImages } = await import('../../src/lib/image-caches.ts')
  registerQuotaErrorCallback(deleteImages)
  const app = await caches.open('workbox-precache-v2')
  await app.put(new Request('https://baywise.test/index.html'), new Response('shell'))
  const strategy = await tiles()
  await ask(strategy, tile(1))
  await ask(strategy, tile(2))
  const [response, kept] = handle(strategy, tile(3))
  expect((await response).status).toBe(200)
  await expect(kept).rejects.toThrow('full')
  expect(await caches.keys()).toEqual(['workbox-precache-v2'])
  await ask(strategy, tile(4))
  expect(caches.urls('baywise-tiles')).toEqual([tile(4).url])
})
