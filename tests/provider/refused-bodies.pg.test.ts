import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServer, listen } from '../../provider/http/listen.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let server: Server
beforeAll(async () => {
  provider = await startTestProvider()
  server = await listen({ fetch: provider.app.fetch, port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await closeServer(server, 1_000)
  await provider.close()
})

interface Upload {
  readonly path: string
  readonly chunked?: boolean
  readonly pauseMs?: number
}

const CHUNK = Buffer.alloc(64 * 1024, 'x')
const CHUNKS = 80

/** Uploads 5 MB to the end regardless of an early answer, as many clients do; rejects when the connection is reset. */
async function upload({ path, chunked = false, pauseMs = 0 }: Upload): Promise<number> {
  const { port } = server.address() as AddressInfo
  const length = chunked ? {} : { 'content-length': String(CHUNK.length * CHUNKS) }
  const headers = { 'content-type': 'application/json', ...length }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `/api/v1${path}`, headers })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
  })
  const write = async (): Promise<void> => {
    for (let written = 0; written < CHUNKS; written += 1) {
      await new Promise<void>((resolve, reject) => {
        sent.write(CHUNK, (error) => (error === undefined || error === null ? resolve() : reject(error)))
      })
      if (pauseMs > 0) await pause(pauseMs)
    }
    sent.end()
  }
  const [status] = await Promise.all([answered, write()])
  return status
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it('a body of 5 MB is refused with an answer, not with a reset', async () => {
  expect(await upload({ path: '/auth/login' })).toBe(413)
  expect(await upload({ path: '/auth/login', chunked: true })).toBe(413)
})

it('so is one that comes slowly', async () => {
  expect(await upload({ path: '/auth/login', pauseMs: 15 })).toBe(413)
  expect(await upload({ path: '/auth/login', chunked: true, pauseMs: 15 })).toBe(413)
})

it('the connection serves the next request after a refused body', async () => {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${String(port)}/api/v1`
  for (let round = 0; round < 5; round += 1) {
    const body = JSON.stringify({ text: 'x'.repeat(200_000) })
    const refused = await fetch(`${url}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(refused.status).toBe(401)
    await refused.arrayBuffer()
    expect((await fetch(`${url}/health`)).status).toBe(200)
  }
})
