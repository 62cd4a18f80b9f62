import { afterAll, beforeAll, expect, test } from 'vitest'
import { importPassKeys, verifyPass } from '../../src/domain/pass.ts'
import { addKey, type NewKey } from '../../provider/repositories/keys.ts'
import { createPassSigner, type PassSigner } from '../../provider/services/pass-signer.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const rotate = (options: Partial<NewKey> = {}): Promise<number | undefined> =>
  provider.deps.db.transaction((tx) => addKey(tx, { onlyFirst: false, ...options }))
/** Creates a signer that has just read the keys; a running provider reads them every minute. */
const freshSigner = (): Promise<PassSigner> => createPassSigner(provider.deps.db, provider.clock)
const kidsOf = async (signer: PassSigner): Promise<readonly number[]> =>
  (await signer.publicKeys()).map(({ kid }) => kid)
const signingKid = async (signer: PassSigner): Promise<number> => (await signer.signJson('{}')).kid

test('a key that is published ahead signs when its time has come, and both verify all the while', async () => {
  const before = await signingKid(await freshSigner())
  const next = await rotate({ signsFromMs: provider.clock.now() + 3_600_000 })
  expect([await signingKid(await freshSigner()), await kidsOf(await freshSigner())]).toEqual([before, [next, before]])
  provider.clock.advance(3_600_000)
  expect([await signingKid(await freshSigner()), await kidsOf(await freshSigner())]).toEqual([next, [next, before]])
})

test('however often keys are rotated, the passes that are still to be shown verify', async () => {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const booking = await mustBook(provider, driver, { parkId })
  for (let round = 0; round < 3; round += 1) await rotate()
  const during = await freshSigner()
  const keys = await importPassKeys(await during.publicKeys())
  expect((await verifyPass(booking.pass?.text ?? '', keys)).kind).toBe('valid')
  provider.clock.advance(24 * 3_600_000)
  const kids = await kidsOf(await freshSigner())
  expect([kids.length, kids.includes(booking.pass?.kid ?? -1)]).toEqual([2, false])
})
