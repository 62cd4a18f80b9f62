import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registration } from './support/accounts.ts'
import { findFreePort, findPostgresPid, spawnProvider, withDatabaseOf } from './support/provider-process.ts'

let dataDir: string
let mailPort: number
let silent: Server
const sockets = new Set<Socket>()

/** Starts a mail server that accepts connections and never answers. */
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-stop-'))
  mailPort = await findFreePort()
  silent = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(mailPort, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
  await rm(dataDir, { recursive: true, force: true })
})

/** Inserts a park, so that the start does not import the whole file. */
const insertPark = (): Promise<unknown> =>
  withDatabaseOf(dataDir, (db) =>
    db.query(
      `insert into parks (code, slug, source, source_id, name, country_code, timezone, kind, currency, tariff_version, attribution,
                          fingerprint, updated_at)
       values ('CA00000', 'p', 's', '1', 'P', 'CA', 'America/Toronto', 'lot', 'CAD', 'v', 'a', 'f', now())`,
    ),
  )

test('SIGTERM ends the provider in order even while a mail server never answers', async () => {
  await insertPark()
  const port = await findFreePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${String(mailPort)}` }
  const { child, exited } = await spawnProvider({ dataDir, port, settings })
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration('stopped@example.test')),
  })
  expect(answer.status).toBe(201)
  child.kill('SIGTERM')
  // The exit code is 1 if the stop hung and gave up, shortly before its limit of five seconds.
  expect(await exited).toBe(0)
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})

test('from SIGTERM on the provider is not ready, and what was asked before is answered', async () => {
  await insertPark()
  const port = await findFreePort()
  const { child, exited } = await spawnProvider({ dataDir, port })
  const lines: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const ask = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${String(port)}${path}`, { headers: { connection: 'close' } })).status
  expect(await ask('/ready')).toBe(200)
  const near = '/api/v1/parks/front/parks/?lat=43.6&lng=-79.4'
  expect(await ask(near)).toBe(200)
  const under = [ask(near), ask(near)]
  child.kill('SIGTERM')
  const looks: Array<Promise<number>> = []
  // Sent while the server still accepts connections; on a busy machine the answer may come later.
  for (let look = 0; look < 3; look += 1) {
    looks.push(ask('/ready'))
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  const seen = await Promise.all(looks)
  expect(seen.at(-1)).toBe(503)
  expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(new Set(await Promise.all(under))).toEqual(new Set([200]))
  expect(await exited).toBe(0)
  expect(lines.join('')).not.toContain('after calling end')
})
