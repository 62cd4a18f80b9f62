import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../provider/db/transaction.ts'
import { createSeal } from '../../provider/db/seal.ts'
import { getOrCreateSecret, sealStored } from '../../provider/db/secrets.ts'
import type { Database } from '../../provider/db/database.ts'
import { createPassSigner } from '../../provider/services/pass-signer.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const newKey = (): string => randomBytes(32).toString('base64')
const [first, second] = [newKey(), newKey()]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Returns the same database as seen by a process with these keys. */
const withKeys = (...keys: readonly string[]): Database => createDatabase(database.db.pool, { seal: createSeal(keys) })

const readSecret = (db: Database): Promise<string> => getOrCreateSecret(db, 'access_tokens', () => 'made anew')
const stored = async (): Promise<readonly string[]> => {
  const rows = await database.db.query<{ text: string }>(
    'select value as text from secrets union all select private_jwk from pass_keys union all select private_jwk from sign_keys',
  )
  return rows.map(({ text }) => text)
}

test('keys from before there was a seal are sealed at the next start, and stay the same keys', async () => {
  const plain = withKeys()
  expect(await getOrCreateSecret(plain, 'access_tokens', () => 'the secret')).toBe('the secret')
  const [published] = await (await createPassSigner(plain)).publicKeys()
  expect(await sealStored(withKeys(first))).toBe(3)
  expect((await stored()).every((text) => text.startsWith('sealed1:'))).toBe(true)
  expect(await readSecret(withKeys(first))).toBe('the secret')
  expect((await (await createPassSigner(withKeys(first))).publicKeys())[0]).toEqual(published)
  expect(await sealStored(withKeys(first))).toBe(0)
})

test('a new key before the old one seals anew, and then the old one is not needed', async () => {
  expect(await sealStored(withKeys(second, first))).toBe(3)
  expect(await readSecret(withKeys(second))).toBe('the secret')
})

test.each([
  ['without a key', [], 'KEY_ENCRYPTION_KEY: not set'],
  ['with another key', [first], 'encrypted with another one'],
])('%s nothing is read, made anew or overwritten, and the start says why', async (_how, keys, why) => {
  const before = await stored()
  const other = withKeys(...keys)
  await expect(readSecret(other)).rejects.toThrow(why)
  await expect(sealStored(other)).rejects.toThrow(why)
  await expect(createPassSigner(other).then((signer) => signer.publicKeys())).rejects.toThrow(why)
  expect(await stored()).toEqual(before)
})

test('a sealed key that somebody changed is not believed', () => {
  const seal = createSeal([first])
  const sealed = seal.close('text')
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  expect(seal.open(sealed)).toBe('text')
  expect(() => seal.open(changed)).toThrow('encrypted with another one')
})

test.each(['short', '', newKey().slice(1), `${newKey()}x`])('"%s" is no key', (text) => {
  expect(() => createSeal([text])).toThrow('openssl rand -base64 32')
})
