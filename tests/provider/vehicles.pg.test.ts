import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { codeOf, readJson, signUp } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

let drivers = 0
const newDriver = async (): Promise<string> => {
  drivers += 1
  return (await signUp(provider, `driver${String(drivers)}@example.test`)).access_token
}

const CAR = { plate: 'abc-123 de', country_code: 'NG', vehicle_type_id: 1 }
const key = (): string => crypto.randomUUID()
/** Sends a `call` given as method and path, e.g. `PUT /user/vehicles/…`. */
const send = (token: string, call: string, options: { readonly body?: unknown; readonly key?: string } = {}) => {
  const [method = '', path = ''] = call.split(' ')
  return provider.request(method, `/api/v1${path}`, { token, key: key(), ...options })
}
const add = (token: string, changes: Readonly<Record<string, unknown>> = {}) =>
  send(token, 'POST /user/vehicles/', { body: { ...CAR, ...changes } })
const data = async (answer: Response): Promise<Vehicle> => (await readJson<{ data: Vehicle }>(answer)).data
const list = async (token: string): Promise<readonly Vehicle[]> =>
  (await readJson<{ data: readonly Vehicle[] }>(await send(token, 'GET /user/vehicles/'))).data

describe('vehicles', () => {
  it('keep the plate as written and in its normal form; the first one is the default', async () => {
    const token = await newDriver()
    const answer = await add(token, { label: 'Family', region: '' })
    expect(answer.status).toBe(201)
    const vehicle = await data(answer)
    expect(vehicle).toMatchObject({
      plate: 'abc-123 de',
      plate_normalised: 'ABC123DE',
      is_default: true,
      version: 1,
      label: 'Family',
      region: null,
    })
    expect((await data(await add(token, { plate: 'XYZ 987' }))).is_default).toBe(false)
    expect(await list(token)).toHaveLength(2)
  })

  it('answer with and without the trailing slash', async () => {
    const token = await newDriver()
    expect((await send(token, 'POST /user/vehicles', { body: CAR })).status).toBe(201)
    expect((await send(token, 'GET /user/vehicles')).status).toBe(200)
    const [vehicle] = await list(token)
    expect((await send(token, `PUT /user/vehicles/${vehicle?.id ?? ''}/`, { body: CAR })).status).toBe(200)
  })

  it('are added once for one key, however often it is sent', async () => {
    const token = await newDriver()
    const sameKey = key()
    const first = await send(token, 'POST /user/vehicles/', { body: CAR, key: sameKey })
    const again = await send(token, 'POST /user/vehicles/', { body: CAR, key: sameKey })
    expect([again.status, again.headers.get('idempotent-replayed'), again.headers.get('idempotency-key')]).toEqual([
      201,
      'true',
      sameKey,
    ])
    expect(await again.json()).toEqual(await first.json())
    const other = await send(token, 'POST /user/vehicles/', { body: { ...CAR, plate: 'OTHER1' }, key: sameKey })
    expect([other.status, await codeOf(other)]).toEqual([422, 'idempotency_key_reused'])
    expect(await list(token)).toHaveLength(1)
  })

  it('need a key to be changed', async () => {
    const token = await newDriver()
    const answer = await provider.request('POST', '/api/v1/user/vehicles/', { token, body: CAR })
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'idempotency_key_required'])
  })

  it('keep the id that the phone made, also when the same vehicle is sent under a second key', async () => {
    const token = await newDriver()
    const id = uuid7()
    expect((await data(await add(token, { id }))).id).toBe(id)
    expect((await data(await add(token, { id }))).id).toBe(id)
    expect(await codeOf(await add(token, { id, plate: 'ANOTHER' }))).toBe('version_conflict')
    expect(await list(token)).toHaveLength(1)
  })

  it('say nothing about the ids of other drivers', async () => {
    const [mine, theirs] = [await newDriver(), await newDriver()]
    const id = uuid7()
    await add(theirs, { id, label: 'Theirs' })
    for (const [call, body] of [
      [`PUT /user/vehicles/${id}`, CAR],
      [`PUT /user/vehicles/${id}/default`, undefined],
      [`DELETE /user/vehicles/${id}`, undefined],
      [`DELETE /user/vehicles/${uuid7()}`, undefined],
      ['DELETE /user/vehicles/not-an-id', undefined],
    ] as const) {
      const answer = await send(mine, call, body === undefined ? {} : { body })
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'vehicle_not_found'])
    }
    const added = await add(mine, { id, label: 'Mine' })
    expect([added.status, (await data(added)).label]).toEqual([201, 'Mine'])
    expect((await list(theirs)).map(({ label }) => label)).toEqual(['Theirs'])
  })

  it('refuse an edit made on an older version, and show the newer one', async () => {
    const token = await newDriver()
    const { id } = await data(await add(token))
    const edited = await data(
      await send(token, `PUT /user/vehicles/${id}`, { body: { ...CAR, colour: 'Red', version: 1 } }),
    )
    expect(edited).toMatchObject({ colour: 'Red', version: 2 })
    const stale = await send(token, `PUT /user/vehicles/${id}`, { body: { ...CAR, colour: 'Blue', version: 1 } })
    expect(stale.status).toBe(409)
    expect(await readJson(stale)).toMatchObject({ code: 'version_conflict', current: { colour: 'Red', version: 2 } })
  })

  it('let one of two edits of the same version through', async () => {
    const token = await newDriver()
    const { id } = await data(await add(token))
    const edit = (colour: string) => send(token, `PUT /user/vehicles/${id}`, { body: { ...CAR, colour, version: 1 } })
    const answers = await Promise.all([edit('Red'), edit('Blue')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('have one default: setting another takes it away without a new version', async () => {
    const token = await newDriver()
    const first = await data(await add(token))
    const second = await data(await add(token, { plate: 'SECOND' }))
    const chosen = await data(await send(token, `PUT /user/vehicles/${second.id}/default`))
    expect(chosen).toMatchObject({ id: second.id, is_default: true, version: 1 })
    const all = await list(token)
    expect(all.map(({ id, is_default }) => [id, is_default])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
  })

  it('pass the default on when it is deleted', async () => {
    const token = await newDriver()
    const first = await data(await add(token))
    const second = await data(await add(token, { plate: 'SECOND' }))
    const gone = await send(token, `DELETE /user/vehicles/${first.id}`)
    expect([gone.status, (await data(gone)).id]).toEqual([200, first.id])
    expect(await list(token)).toMatchObject([{ id: second.id, is_default: true }])
    expect(await codeOf(await send(token, `DELETE /user/vehicles/${first.id}`))).toBe('vehicle_not_found')
  })

  it('refuse the same plate twice for one driver, however it is spelt, but not across regions or drivers', async () => {
    const token = await newDriver()
    await add(token, { country_code: 'CA', region: 'Ontario' })
    const taken = await add(token, { country_code: 'CA', region: 'Ontario', plate: 'ABC 123-DE' })
    expect([taken.status, await codeOf(taken)]).toEqual([409, 'plate_taken'])
    expect((await add(token, { country_code: 'CA', region: 'Quebec' })).status).toBe(201)
    expect((await add(await newDriver(), { country_code: 'CA', region: 'Ontario' })).status).toBe(201)
  })

  it('refuse what is no plate, and fields of 10 kB', async () => {
    const token = await newDriver()
    const bad = await add(token, { plate: '***' })
    expect([bad.status, await readJson(bad)]).toMatchObject([
      422,
      { code: 'plate_invalid', errors: [{ field: 'plate' }] },
    ])
    for (const field of ['plate', 'label', 'colour', 'make', 'model', 'region']) {
      const answer = await add(token, { [field]: 'x'.repeat(10_240) })
      expect(await readJson(answer)).toMatchObject({
        status: 422,
        code: 'validation_failed',
        errors: [{ field, code: 'too_long' }],
      })
    }
  })

  it('need a signed-in user', async () => {
    const answer = await provider.request('GET', '/api/v1/user/vehicles/')
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'unauthorized'])
  })
})

describe('kinds of vehicle', () => {
  it('are named in the language asked for, without signing in', async () => {
    const answer = await provider.request('GET', '/api/v1/vehicles/public', { headers: { 'accept-language': 'fr' } })
    expect(await readJson(answer)).toMatchObject({ data: [{ vehicle_type_id: 1, name: 'Voiture' }, {}, {}, {}] })
  })
})
