import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeServer, listen } from '../../provider/http/listen.ts'

const PATIENCE = { headersMs: 600, silentMs: 600, lookEveryMs: 100 }
/** Larger than the buffers at both ends of a connection. */
const LARGE = new Uint8Array(32 * 1024 * 1024)

const STACK_LIMIT = Error.stackTraceLimit

let server: Server
const worked: string[] = []
beforeAll(async () => {
  const fetch = (request: Request): Response => {
    worked.push(new URL(request.url).pathname)
    return new Response(worked.at(-1) === '/large' ? LARGE : 'small')
  }
  server = await listen({ fetch, port: 0, host: '127.0.0.1', patience: PATIENCE })
})
afterAll(() => closeServer(server, 1_000))

const toRequest = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
const getPort = (): number => (server.address() as AddressInfo).port

async function open(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: getPort() })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

/** Expects the server to close the connection by itself. */
async function expectClosed(socket: Socket): Promise<void> {
  await expect.poll(countConnections).toBe(1)
  await expect.poll(countConnections, { timeout: 15_000 }).toBe(0)
  socket.destroy()
}

it('a connection on which nothing is said is closed', async () => {
  await expectClosed(await open())
})

it('one whose headers never end is closed, however many of them come', async () => {
  const socket = await open()
  socket.resume()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  const timer = setInterval(() => socket.write('a'), 50)
  await expectClosed(socket)
  clearInterval(timer)
})

it('one that takes nothing of its answer is closed', async () => {
  const socket = await open()
  socket.pause()
  socket.write(toRequest('/large'))
  await expectClosed(socket)
})

it('one that takes an answer slowly has all of it', async () => {
  const socket = await open()
  let bytes = 0
  socket.on('data', (part) => {
    bytes += part.byteLength
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  socket.write(toRequest('/large'))
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(LARGE.byteLength)
  socket.destroy()
  await expect.poll(countConnections).toBe(0)
})

it('one that asks on and on before it has an answer is closed; its questions are not kept', async () => {
  const socket = await open()
  let text = ''
  socket.on('data', (part) => {
    text += part.toString()
  })
  socket.write(toRequest('/').repeat(200))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(text.match(/small/g)?.length ?? 0).toBeLessThanOrEqual(4)
  expect(await (await fetch(`http://127.0.0.1:${String(getPort())}/`)).text()).toBe('small')
})

it('of what one sends at once, and more than may wait, nothing is worked on', async () => {
  const socket = await open()
  socket.resume()
  socket.write(toRequest('/flood').repeat(200))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(worked).not.toContain('/flood')
})

it('errors after such a flood still say where they arose', async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, open))
  const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  for (const socket of sockets) socket.resume().write(toRequest('/').repeat(200))
  await Promise.all(closed)
  expect(Error.stackTraceLimit).toBe(STACK_LIMIT)
})

it('a few that are sent at once are all answered, in their order', async () => {
  const socket = await open()
  let text = ''
  socket.on('data', (part) => {
    text += part.toString()
  })
  socket.write(['/one', '/two', '/three'].map(toRequest).join(''))
  await expect.poll(() => text.match(/small/g)?.length).toBe(3)
  expect(worked.slice(-3)).toEqual(['/one', '/two', '/three'])
  socket.destroy()
})

it('between two requests a connection is kept as long as within one', async () => {
  const usual = await listen({ fetch: () => new Response('small'), port: 0, host: '127.0.0.1' })
  const { port } = usual.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${String(port)}/`)
  await answer.text()
  await closeServer(usual, 1_000)
  expect(answer.headers.get('keep-alive')).toBe('timeout=45')
})

it('a server that stops keeps no connection once what was asked is answered', async () => {
  const patience = { headersMs: 100_000, silentMs: 100_000, lookEveryMs: 100 }
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Response>()
  const stopping = await listen({
    fetch: () => {
      asked.resolve()
      return answer.promise
    },
    port: 0,
    host: '127.0.0.1',
    patience,
  })
  const { port } = stopping.address() as AddressInfo
  const got = fetch(`http://127.0.0.1:${String(port)}/`)
  await asked.promise
  const closed = closeServer(stopping, 600_000)
  answer.resolve(new Response('small'))
  expect(await (await got).text()).toBe('small')
  await closed
}, 20_000)
