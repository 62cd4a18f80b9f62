import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAXIMUM_FAVOURITES } from '../../provider/routes/favourites.ts'
import { updatePasswordHash } from '../../provider/repositories/users.ts'
import { hashPassword } from '../../provider/rules/passwords.ts'
import type { AccountExport } from '../../src/contract/account.ts'
import type { Favourite } from '../../src/contract/favourites.ts'
import { expectRefusal, PASSWORD, readJson } from './support/accounts.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
let other: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Dundas Square' })
  other = await insertTestPark(provider.deps.db, { name: 'Union Station' })
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

/** Sends a `call` given as method and park, e.g. `PUT 7`. */
const send = async (driver: TestDriver, call: string, key = newKey()) => {
  const [method = '', of = ''] = call.split(' ')
  return provider.request(method, `/api/v1/user/favourites/${of}`, { token: await driver.token(), key })
}
const data = async (answer: Response): Promise<Favourite> => (await readJson<{ data: Favourite }>(answer)).data
async function list(driver: TestDriver): Promise<readonly Favourite[]> {
  const answer = await provider.request('GET', '/api/v1/user/favourites', { token: await driver.token() })
  return (await readJson<{ data: readonly Favourite[] }>(answer)).data
}

describe('favourites', () => {
  it('are added, let go and added again, each time as a newer version', async () => {
    const driver = await createDriver(provider)
    const added = await send(driver, `PUT ${String(park.id)}`)
    expect(added.status).toBe(200)
    expect(await data(added)).toMatchObject({ park_id: park.id, is_favourite: true, name: 'Dundas Square', version: 1 })
    expect(await data(await send(driver, `DELETE ${String(park.id)}`))).toMatchObject({
      is_favourite: false,
      version: 2,
    })
    expect(await list(driver)).toEqual([])
    expect(await data(await send(driver, `PUT ${String(park.id)}`))).toMatchObject({ is_favourite: true, version: 3 })
    expect(await list(driver)).toMatchObject([{ park_id: park.id, version: 3 }])
  })

  it('stay as they are when asked for as they are', async () => {
    const driver = await createDriver(provider)
    expect(await data(await send(driver, `DELETE ${String(park.id)}`))).toMatchObject({
      is_favourite: false,
      version: 0,
    })
    await send(driver, `PUT ${String(park.id)}`)
    expect(await data(await send(driver, `PUT ${String(park.id)}`))).toMatchObject({ version: 1 })
    const rows = await provider.deps.db.query('select * from favourites where user_id = $1', [driver.userId])
    expect(rows).toHaveLength(1)
  })

  it('are listed latest first, each driver’s their own', async () => {
    const driver = await createDriver(provider)
    const stranger = await createDriver(provider)
    await send(driver, `PUT ${String(park.id)}`)
    provider.clock.advance(1_000)
    await send(driver, `PUT ${String(other.id)}`)
    await send(stranger, `DELETE ${String(other.id)}`)
    expect((await list(driver)).map(({ name }) => name)).toEqual(['Union Station', 'Dundas Square'])
    expect(await list(stranger)).toEqual([])
  })

  it('have one effect for one key, and the same answer again, whatever happened since', async () => {
    const driver = await createDriver(provider)
    const key = newKey()
    const first = await data(await send(driver, `PUT ${String(park.id)}`, key))
    await send(driver, `DELETE ${String(park.id)}`)
    expect(await data(await send(driver, `PUT ${String(park.id)}`, key))).toEqual(first)
    expect(await list(driver)).toEqual([])
    await expectRefusal(await send(driver, `PUT ${String(other.id)}`, key), 422, 'idempotency_key_reused')
  })

  it('of a car park that is not there, or of nobody who is signed in, are refused', async () => {
    const driver = await createDriver(provider)
    await expectRefusal(await send(driver, 'PUT 2000000000'), 404, 'park_not_found')
    await expectRefusal(await send(driver, `PUT ${'9'.repeat(20)}`), 404, 'park_not_found')
    const path = `/api/v1/user/favourites/${String(park.id)}`
    await expectRefusal(await provider.request('PUT', path, { key: newKey() }), 401, 'unauthorized')
    await expectRefusal(await provider.request('GET', '/api/v1/user/favourites', {}), 401, 'unauthorized')
  })

  it('end at two hundred, also for those who ask for the last one twice at once', async () => {
    const driver = await createDriver(provider)
    const { db } = provider.deps
    await db.query(
      `with copies as (
         insert into parks select (jsonb_populate_record(k, jsonb_build_object('id', 900000 + n, 'code', 'F' || n, 'source_id', 'favourite-' || n, 'slug', 'favourite-' || n))).*
           from parks k, generate_series(1, $2::integer) n where k.id = $1 returning id)
       insert into favourites (user_id, park_id, is_favourite, version, updated_at) select $3, id, true, 1, now() from copies`,
      [park.id, MAXIMUM_FAVOURITES - 1, driver.userId],
    )
    const answers = await Promise.all([send(driver, `PUT ${String(park.id)}`), send(driver, `PUT ${String(other.id)}`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await list(driver)).toHaveLength(MAXIMUM_FAVOURITES)
    const [added, refused] = answers[0].status === 200 ? [park.id, other.id] : [other.id, park.id]
    await expectRefusal(await send(driver, `PUT ${String(refused)}`), 409, 'too_many_favourites')
    await send(driver, `DELETE ${String(added)}`)
    expect((await send(driver, `PUT ${String(refused)}`)).status).toBe(200)
  })

  it('are in the account’s data, and go with the account', async () => {
    const driver = await createDriver(provider)
    await updatePasswordHash(provider.deps.db, driver.userId, { hash: await hashPassword(PASSWORD), nowMs: TEST_NOW })
    await send(driver, `PUT ${String(park.id)}`)
    const token = await driver.token()
    const { data: all } = await readJson<{ data: AccountExport }>(
      await provider.request('GET', '/api/v1/users/me/export', { token }),
    )
    expect(all.favourites).toMatchObject([{ park: 'Dundas Square', is_favourite: true }])
    const body = { password: PASSWORD, give_up_money: true }
    const erased = await provider.request('DELETE', '/api/v1/users/me', { token, key: newKey(), body })
    expect(erased.status, await erased.clone().text()).toBe(204)
    const left = await provider.deps.db.query('select * from favourites where user_id = $1', [driver.userId])
    expect(left).toEqual([])
  })
})
