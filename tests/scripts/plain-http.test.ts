import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { must } from '../../src/lib/assert.ts'
import { ROOT } from '../../scripts/setup.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'baywise-plain-'))
let stop = (): void => undefined
let address = ''

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0))
    })
  })
}

/** Starts nginx with the first server of the settings, the one without TLS. */
async function startNginx(): Promise<void> {
  const [plain] = must(
    /^server \{[\s\S]*?^\}/m.exec(readFileSync(path.join(ROOT, 'deploy/nginx/baywise.conf'), 'utf8')),
    'a server',
  )
  const port = String(await freePort())
  const server = plain.replace('listen 80;', `listen 127.0.0.1:${port};`).replace(/listen \[::\]:80;/, '')
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${server} }`,
  )
  chmodSync(folder, 0o711)
  const nginx = spawn('nginx', ['-c', file], { stdio: 'ignore' })
  stop = () => void nginx.kill()
  address = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(address, { redirect: 'manual' }))
}

// Skipped where nginx is not installed, as the settings are not used there.
describe.skipIf(spawnSync('nginx', ['-v']).error !== undefined)('without TLS, nginx', () => {
  beforeAll(startNginx)
  afterAll(() => {
    stop()
    rmSync(folder, { recursive: true })
  })

  it.each(['/api/v1/auth/login', '/api/v1/wallet'])('refuses %s, and leads nobody on', async (called) => {
    const answer = await fetch(address + called, { redirect: 'manual', headers: { authorization: 'Bearer x' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
  })

  it('leads a page on to HTTPS', async () => {
    const answer = await fetch(`${address}/bookings?tab=all`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'https://127.0.0.1/bookings?tab=all'])
  })
})
