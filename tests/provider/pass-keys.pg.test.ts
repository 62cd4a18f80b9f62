import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { importPassKeys, type PassJwk, verifyPass } from '../../src/domain/pass.ts'
import { buildApp } from '../../provider/app.ts'
import { addKey } from '../../provider/repositories/keys.ts'
import { createPassSigner } from '../../provider/services/pass-signer.ts'
import { readJson } from './support/accounts.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

interface Keys {
  readonly keys: ReadonlyArray<{ readonly kid: number; readonly jwk: PassJwk }>
}

const checkOf = async ({ pass }: Booking, { keys }: Keys): Promise<string> =>
  (await verifyPass(pass?.text ?? '', await importPassKeys(keys))).kind

test('after a rotation the new key signs and the passes of the old one still verify', async () => {
  const driver = await createDriver(provider)
  const park = await insertTestPark(provider.deps.db)
  const before = await mustBook(provider, driver, { parkId: park.id })
  await provider.deps.db.transaction((tx) => addKey(tx, { onlyFirst: false }))
  // A provider started after the rotation: one that runs reads the keys again within a minute.
  const deps = { ...provider.deps, signer: await createPassSigner(provider.deps.db) }
  const app = buildApp(deps)
  const rotated: TestProvider = {
    ...provider,
    deps,
    app,
    request: async (_method, path, { body, token, key } = {}) =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token ?? ''}`,
            'idempotency-key': key ?? '',
          },
          body: JSON.stringify(body),
        }),
      ),
  }
  const after = await mustBook(rotated, driver, { parkId: park.id })
  const published = await app.fetch(new Request('http://localhost/api/v1/pass/keys'))
  // A phone that has just booked must not be shown the keys of before the rotation by its own cache.
  expect(published.headers.get('cache-control')).toBe('no-cache')
  const keys = await readJson<Keys>(published)
  expect(keys.keys.map(({ kid }) => kid)).toEqual([after.pass?.kid, before.pass?.kid])
  expect([await checkOf(before, keys), await checkOf(after, keys)]).toEqual(['valid', 'valid'])
})
