import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createSeal } from '../../provider/db/seal.ts'
import { checkTimedSignature, hmacHex } from '../../provider/gateways/signature.ts'
import { startTestProvider, TEST_NOW, toSocket, type TestProvider } from './support/test-provider.ts'

/*
 * Each secret of the configuration is replaced without a moment in which nothing matches: first `new,old`, then `new`
 * alone. Keys of passes, signs and backups have their own tests: pass-keys.pg, signs.pg, backup.pg.
 */

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const STEPS = [
  { configured: 'old-secret', old: true, fresh: false },
  { configured: 'new-secret,old-secret', old: true, fresh: true },
  { configured: 'new-secret', old: false, fresh: true },
] as const

describe.each(STEPS)('with “$configured”', ({ configured, old, fresh }) => {
  it.each([
    ['old-secret', old],
    ['new-secret', fresh],
    ['', false],
    [configured, !configured.includes(',')],
  ])('a webhook signed with “%s”: %s', (secret, isTaken) => {
    const body = new TextEncoder().encode('{"id":"evt_1"}')
    const seconds = String(TEST_NOW / 1_000)
    const header = `t=${seconds},v1=${hmacHex({ algorithm: 'sha256', secret }, [seconds, '.', body])}`
    const webhook = { body, headers: new Headers(), nowMs: TEST_NOW }
    const checked = checkTimedSignature(webhook, { header, secret: configured, separator: '.' })
    expect(checked.ok).toBe(isTaken)
  })

  it.each([
    ['old-secret', old],
    ['new-secret', fresh],
    ['', false],
    [configured, !configured.includes(',')],
  ])('figures asked for with “%s”: %s', async (token, isTaken) => {
    const config = { ...provider.deps.config, metrics: { token: configured, networks: [] } }
    const request = new Request('http://localhost/metrics', { headers: { authorization: `Bearer ${token}` } })
    const answer = await buildApp({ ...provider.deps, config }).fetch(request, toSocket('203.0.113.7'))
    expect(answer.status).toBe(isTaken ? 200 : 403)
  })
})

it('what was sealed with the old key opens while both are set, is due to be sealed anew, and opens with the new one alone no more', () => {
  const [old, fresh] = ['A', 'B'].map((letter) => Buffer.from(letter.repeat(32)).toString('base64'))
  const sealed = createSeal([old ?? '']).close('a key')
  const both = createSeal([fresh ?? '', old ?? ''])
  expect(both.open(sealed)).toBe('a key')
  expect(both.isDue(sealed)).toBe(true)
  const anew = both.close('a key')
  const alone = createSeal([fresh ?? ''])
  expect(alone.open(anew)).toBe('a key')
  expect(() => alone.open(sealed)).toThrow('KEY_ENCRYPTION_KEY')
})
