import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSignKey, printSignKeys, withdrawKey } from '../../provider/cli/sign-keys.ts'
import { rotateKeys } from '../../provider/cli/keys.ts'
import { createPassSigner } from '../../provider/services/pass-signer.ts'
import { makeSignLink } from '../../provider/services/signs.ts'
import { passKeysSchema } from '../../src/contract/pass-keys.ts'
import { readScanned, type SignCheck, type SignJwk, verifySign } from '../../src/domain/sign.ts'
import * as v from 'valibot'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const PUBLIC_URL = 'https://baywise.example'
let provider: TestProvider
let park: { readonly id: number; readonly code: string }
beforeAll(async () => {
  provider = await startTestProvider()
  const { id } = await insertTestPark(provider.deps.db)
  park = { id, code: 'CA92T6B' }
})
afterAll(() => provider.close())

const signed = async (): Promise<string> => (await makeSignLink(provider.deps.db, park, PUBLIC_URL)) ?? ''

async function check(link: string, keys: readonly SignJwk[]): Promise<SignCheck['kind']> {
  const read = readScanned(link, PUBLIC_URL)
  if (read.kind !== 'sign') throw new Error(link)
  return (await verifySign({ code: read.code, token: read.token, origin: PUBLIC_URL }, keys)).kind
}

/** Returns the keys as read by a provider that has just started; a running one reads them again within a minute. */
const published = async (): Promise<readonly SignJwk[]> => (await createPassSigner(provider.deps.db)).signKeys()

test('the first key is published from the first start on, beside those of passes', async () => {
  const answer = v.parse(passKeysSchema, await (await provider.request('GET', '/api/v1/pass/keys')).json())
  expect(answer.sign_keys).toHaveLength(1)
  expect(JSON.stringify(answer)).not.toContain('"d"')
  expect(await check(await signed(), answer.sign_keys)).toBe('genuine')
})

test('a rotation of the pass keys and new sign keys leave the signs that hang as good as they were', async () => {
  const old = await signed()
  for (let count = 0; count < 3; count += 1) expect((await rotateKeys(provider.deps.db, [])).exitCode).toBe(0)
  expect((await makeSignKey(provider.deps.db)).lines.join()).toContain('key 2')
  const keys = await published()
  expect(keys.map(({ kid }) => kid)).toEqual([2, 1])
  expect([await check(old, keys), await check(await signed(), keys)]).toEqual(['genuine', 'genuine'])
})

test('a key that leaked is withdrawn: its signs are told, others stay, and nothing more is signed with it', async () => {
  const leaked = await signed()
  expect((await withdrawKey(provider.deps.db, '2')).exitCode).toBe(0)
  expect((await withdrawKey(provider.deps.db, '2')).exitCode).toBe(1)
  expect((await withdrawKey(provider.deps.db, 'two')).exitCode).toBe(2)
  const keys = await published()
  expect([await check(leaked, keys), await check(await signed(), keys)]).toEqual(['withdrawn', 'genuine'])
  expect((await printSignKeys(provider.deps.db)).lines).toEqual([
    expect.stringMatching(/^key 2 .* withdrawn 20/),
    expect.stringMatching(/^key 1 {2}made 20[^ ]*$/),
  ])
  const [row] = await provider.deps.db.query<{ left: string }>(
    'select private_jwk as left from sign_keys where kid = 2',
  )
  expect(row?.left).toBe('')
})

test('without a key that counts nothing is signed, and a new one has a number of its own', async () => {
  expect((await withdrawKey(provider.deps.db, '1')).lines.join()).toContain('No key is left')
  expect(await makeSignLink(provider.deps.db, park, PUBLIC_URL)).toBeUndefined()
  expect((await makeSignKey(provider.deps.db)).lines.join()).toContain('key 3')
  expect(await check(await signed(), await published())).toBe('genuine')
})
