import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { importPassKeys, type PassJwk, verifyPass } from '../../src/domain/pass.ts'
import { buildApp } from '../../provider/app.ts'
import { addKey } from '../../provider/repositories/keys.ts'
import type { Database } from '../../provider/db/database.ts'
import { createPassSigner } from '../../provider/services/pass-signer.ts'
import { readJson } from './support/accounts.ts'
import { createDriver, mustBook, newKey } from './support/test-driver.ts'
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
  // A provider started after the rotation; a running one reads the keys again within a minute.
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
  // A phone that has just booked must not read the keys from before the rotation out of its own cache.
  expect(published.headers.get('cache-control')).toBe('no-cache')
  const keys = await readJson<Keys>(published)
  expect(keys.keys.map(({ kid }) => kid)).toEqual([after.pass?.kid, before.pass?.kid])
  expect([await checkOf(before, keys), await checkOf(after, keys)]).toEqual(['valid', 'valid'])
})

/** Wraps the database and counts how often the keys are read. */
function countingKeyReads(db: Database): { readonly db: Database; readonly reads: () => number } {
  let reads = 0
  const query: Database['query'] = (sql, values) => {
    if (sql.includes('from pass_keys k')) reads += 1
    return db.query(sql, values)
  }
  return { db: { ...db, query }, reads: () => reads }
}

test('24 plates changed at once with keys just rotated all succeed on 8 connections, and the keys are read once', async () => {
  const driver = await createDriver(provider)
  const park = await insertTestPark(provider.deps.db, { capacity: 30 })
  const bookings: Booking[] = []
  for (let n = 0; n < 24; n += 1)
    bookings.push(
      await mustBook(provider, driver, { parkId: park.id, minutes: 30, changes: { plate: `WAS ${String(n)}` } }),
    )
  const kid = await provider.deps.db.transaction((tx) => addKey(tx, { onlyFirst: false }))
  const counting = countingKeyReads(provider.deps.db)
  // The signer has read no key yet, as after the minute for which a read is valid.
  const signer = await createPassSigner(counting.db, provider.clock)
  const app = buildApp({ ...provider.deps, signer })
  const token = await driver.token()
  const answers = await Promise.all(
    bookings.map(async ({ booking_id: id }, n) =>
      app.request(`/api/v1/bookings/${id}/vehicle`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': newKey() },
        body: JSON.stringify({ plate: `IS ${String(n)}` }),
      }),
    ),
  )
  // If requests that hold a connection waited for another one, they would end with 503 once the pool gave up.
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200))
  expect(counting.reads()).toBe(1)
  const changed = await Promise.all(answers.map(async (answer) => (await readJson<{ data: Booking }>(answer)).data))
  expect(new Set(changed.map(({ pass }) => pass?.kid))).toEqual(new Set([kid]))
})

test('a read of the keys that fails is not kept: the next one asks again', async () => {
  let isDown = true
  const { db } = provider.deps
  const query: Database['query'] = (sql, values) => (isDown ? Promise.reject(new Error('down')) : db.query(sql, values))
  const signer = await createPassSigner({ ...db, query }, provider.clock)
  const both = await Promise.allSettled([signer.publicKeys(), signer.passSigning()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect((await signer.publicKeys()).length).toBeGreaterThan(0)
})
