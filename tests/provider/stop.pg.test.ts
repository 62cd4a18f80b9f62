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

/** A mail server that accepts and never says a word. */
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

test('SIGTERM ends the provider within 5 s even while a mail server never answers', async () => {
  // A park, so that the start does not import the whole file.
  await withDatabaseOf(dataDir, (db) =>
    db.query(
      `insert into parks (code, slug, source, source_id, name, country_code, timezone, kind, currency, tariff_version, attribution,
                          fingerprint, updated_at)
       values ('CA00000', 'p', 's', '1', 'P', 'CA', 'America/Toronto', 'lot', 'CAD', 'v', 'a', 'f', now())`,
    ),
  )
  const port = await findFreePort()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${String(mailPort)}` }
  const { child, exited } = await spawnProvider({ dataDir, port, settings })
  const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration('stopped@example.test')),
  })
  expect(answer.status).toBe(201)
  const startMs = performance.now()
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(performance.now() - startMs).toBeLessThan(5_000)
  expect(await findPostgresPid(dataDir)).toBeUndefined()
})
