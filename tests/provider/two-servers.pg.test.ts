import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import { must } from '../../src/lib/assert.ts'
import { PASSWORD, registration } from './support/accounts.ts'
import { findFreePort, type ProviderProcess, spawnProvider } from './support/provider-process.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'
import { insertTestPark } from './support/test-parks.ts'

/* Two servers, each in its own process, on one database and behind one address, as a load balancer has them. */
let database: TestDatabase
let folder: string
const servers: { readonly process: ProviderProcess; readonly url: string }[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  // With a car park in the database the start imports none.
  await insertTestPark(database.db)
  folder = await mkdtemp(join(tmpdir(), 'baywise-two-'))
  for (const name of ['a', 'b']) {
    const port = await findFreePort()
    const settings = { DATABASE_URL: database.url }
    const process = await spawnProvider({ dataDir: join(folder, name), port, settings })
    servers.push({ process, url: `http://127.0.0.1:${String(port)}` })
  }
}, 60_000)
afterAll(async () => {
  for (const { process } of servers) process.child.kill('SIGTERM')
  for (const { process } of servers) await process.exited
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
}

/** Sends a request to one of the two servers. */
function ask(server: 0 | 1, path: string, { method = 'GET', token, body }: Sent = {}): Promise<Response> {
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  return fetch(`${must(servers[server], 'a server').url}${path}`, sent)
}

/** Registers at one server and verifies at the other. */
async function signUp(email: string): Promise<{ readonly token: string; readonly refresh_token: string }> {
  const registered = await ask(0, '/api/v1/auth/register', { method: 'POST', body: registration(email) })
  const { data } = (await registered.json()) as { data: { registration_secret: string } }
  const code = await vi.waitFor(async () => {
    const mails = (await (await ask(1, `/sandbox/mail?to=${email}`)).json()) as { code?: string }[]
    return must(mails[0]?.code, 'a code by email')
  })
  const body = { email, code, registration_secret: data.registration_secret }
  const verified = await ask(1, '/api/v1/auth/verify-email', { method: 'POST', body })
  expect(verified.status).toBe(200)
  return (await verified.json()) as { token: string; refresh_token: string }
}

const login = (server: 0 | 1, email: string, password = PASSWORD): Promise<Response> =>
  ask(server, '/api/v1/auth/login', { method: 'POST', body: { identifier: email, password } })
const profile = async (server: 0 | 1, token: string): Promise<number> =>
  (await ask(server, '/api/v1/users/profile', { token })).status
/** Waits for the refusal: a server may remember a session for ten seconds. */
const untilRefused = (server: 0 | 1, token: string): Promise<void> =>
  vi.waitFor(async () => expect(await profile(server, token)).toBe(401), { timeout: 15_000, interval: 250 })

test('wrong passwords are counted by both together', async () => {
  const email = 'guessed@example.test'
  await signUp(email)
  for (let tried = 0; tried < 10; tried += 1) await login(tried % 2 === 0 ? 0 : 1, email, 'wrong password')
  expect((await login(0, email)).status).toBe(429)
  expect((await login(1, email)).status).toBe(429)
})

test('who signs out at one is signed out at the other', async () => {
  const email = 'leaves@example.test'
  await signUp(email)
  const session = (await (await login(0, email)).json()) as SessionWire
  const { access_token: token, refresh_token } = session
  expect([await profile(0, token), await profile(1, token)]).toEqual([200, 200])
  expect((await ask(0, '/api/v1/auth/logout', { method: 'POST', body: { refresh_token } })).status).toBe(204)
  await untilRefused(1, token)
})

test('an account that is deleted at one is gone at the other', async () => {
  const email = 'deleted@example.test'
  const { token } = await signUp(email)
  expect(await profile(0, token)).toBe(200)
  const body = { password: PASSWORD, give_up_money: true }
  expect((await ask(1, '/api/v1/users/me', { method: 'DELETE', token, body })).status).toBe(204)
  await untilRefused(0, token)
  expect((await login(0, email)).status).toBe(401)
})
