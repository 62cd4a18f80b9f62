import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort, spawnProvider } from './support/provider-process.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function outputOf(settings: Readonly<Record<string, string>>): Promise<string> {
  const started = spawnProvider({ dataDir, port: await findFreePort(), settings })
  const ended = await started.then(
    () => 'ready',
    (error: Error) => error.message,
  )
  expect(await readdir(dataDir)).toEqual([])
  return ended
}

it('without the sandbox a start that lacks mail, address and secrets ends, and names them all before it opens anything', async () => {
  const output = await outputOf({ SANDBOX: '0', STRIPE_SECRET_KEY: 'sk_test' })
  for (const name of ['SMTP_URL', 'PUBLIC_URL', 'STRIPE_WEBHOOK_SECRET']) expect(output).toContain(`"${name}: not set`)
})

it('with gateway keys and no word about the sandbox the start is refused', async () => {
  expect(await outputOf({ PAYSTACK_SECRET_KEY: 'sk_test' })).toContain('set SANDBOX=0')
})

it('a count of proxies is refused at start', async () => {
  expect(await outputOf({ TRUST_PROXY: '1' })).toContain('TRUST_PROXY takes networks')
})
