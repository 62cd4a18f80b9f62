import { expect, test } from 'vitest'
import type { VehicleFields } from '../../../provider/rules/vehicles.ts'
import type { Park } from '../../../src/contract/parks.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { Answered, Asked } from './both.ts'
import { codeOf, dataIn, Scenes, SINGLE } from './scenes.ts'

const scenes = Scenes.play()
const { compare, iso, look, mustBook, newKey, write } = scenes

const vehicleIn = (answered: Answered): Vehicle => dataIn(answered) as Vehicle
const vehicleOf = (changes: Record<string, unknown> = {}) => ({
  plate: `V${String(scenes.keys)}`,
  country_code: 'CA',
  vehicle_type_id: 1,
  ...changes,
})
const addVehicle = (changes: Record<string, unknown>, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: '/user/vehicles/', body: vehicleOf(changes), ...asked })
const editVehicle = (id: string, changes: Record<string, unknown>): Promise<Answered> =>
  write({ method: 'PUT', path: `/user/vehicles/${id}`, body: vehicleOf(changes) })
const onVehicle = (method: string, path: string, as = 0): Promise<Answered> =>
  write({ method, path: `/user/vehicles/${path}`, as })

test('vehicles: versions, plates, defaults and what becomes of them', async () => {
  const [a, b, c] = [1, 2, 3].map((n) => `01890a5d-ac96-774b-bcce-b302099a000${String(n)}`) as [string, string, string]
  const first = vehicleIn(await addVehicle({ id: a, plate: 'ABC-123', label: 'Old' }))
  expect(first).toMatchObject({ is_default: true, version: 1 })
  scenes.both.advance(MINUTE_MS)
  vehicleIn(await addVehicle({ id: b, plate: 'B 2', region: 'ON' }))
  scenes.both.advance(MINUTE_MS)
  vehicleIn(await addVehicle({ plate: 'no id' }))
  expect(vehicleIn(await addVehicle({ id: a, plate: 'ABC-123', label: 'Old' })).version).toBe(1)
  expect(codeOf(await addVehicle({ id: a, plate: 'ABC-124' }))).toBe('version_conflict')
  expect(codeOf(await addVehicle({ id: c, plate: 'abc 123' }))).toBe('plate_taken')
  expect((await addVehicle({ id: c, plate: 'abc 123', region: 'QC' })).status).toBe(201)
  expect(codeOf(await addVehicle({ id: uuid7(scenes.both.nowMs), plate: '...' }))).toBe('plate_invalid')
  expect(codeOf(await addVehicle({ plate: 'Z 1', label: 'x'.repeat(500) }))).toBe('validation_failed')
  expect(vehicleIn(await editVehicle(a, { plate: 'ABC-123', label: 'New', version: 1 })).version).toBe(2)
  expect((await editVehicle(a, { plate: 'ABC-123', label: 'Else', version: 1 })).body).toMatchObject({
    code: 'version_conflict',
    current: { label: 'New', version: 2 },
  })
  expect(codeOf(await editVehicle(a, { plate: 'B2', region: 'ON', version: 2 }))).toBe('plate_taken')
  expect(vehicleIn(await editVehicle(a.toUpperCase(), { plate: 'ABC-123', label: '' })).version).toBe(3)
  expect(vehicleIn(await onVehicle('PUT', `${b}/default`)).is_default).toBe(true)
  expect(vehicleIn(await onVehicle('PUT', `${b}/default`)).is_default).toBe(true)
  for (const [method, path] of [
    ['DELETE', a],
    ['PUT', `${a}/default`],
  ] as const)
    expect(codeOf(await onVehicle(method, path, 1))).toBe('vehicle_not_found')
  expect(vehicleIn(await onVehicle('DELETE', b)).is_default).toBe(true)
  expect(codeOf(await onVehicle('DELETE', b))).toBe('vehicle_not_found')
  expect((await mustBook({ plate: undefined, vehicle_id: a })).plate).toBe('ABC123')
  expect((await addVehicle({ id: a, plate: 'ABC-123' }, { as: 1 })).status).toBe(201)
  await compare()
})

test('parks by country, words, position and cell', async () => {
  await mustBook({ park_id: SINGLE, start_time: iso(0), end_time: iso(60) })
  const paths = ['', 'country=Canada', 'country=NG', 'search=seed+park', 'search=torontó', 'search=zzz', 'kind=garage']
  for (const query of [...paths, 'lat=43.65&lng=-79.38', 'lat=43.66&lng=-79.38&size=2&page=2', 'lat=43.66'])
    await look(`/parks/front/parks/?${query}`)
  const park = dataIn(await look('/front/parks/1')) as Park
  expect(park.available).toBe(0)
  const cell = cellOf(park.lat ?? 0, park.lng ?? 0)
  expect(dataIn(await look(`/parks/cells?cells=${String(cell)},1`))).toMatchObject([{ cell }, { cell: 1, parks: [] }])
  await compare()
})

test('wallets open at the first look, in the currency of the country unless another is asked for', async () => {
  for (const currency of ['NGN', 'XOF', 'USD', 'CAD']) await look(`/wallet?currency=${currency}`)
  await look('/wallet/transactions?currency=NGN')
  expect((await look('/wallet?currency=EUR')).status).toBe(422)
  await scenes.both.ask({
    as: 0,
    method: 'PATCH',
    path: '/users/profile',
    body: { first_name: 'Awa', phone: '+1 416', language: 'fr' },
  })
  await scenes.both.ask({ as: 0, method: 'PATCH', path: '/users/profile', body: { phone: null } })
  await scenes.both.ask({ as: 0, method: 'GET', path: '/bookings/NOPE', headers: { 'accept-language': 'fr' } })
  await compare()
})

test('an expired token is told from a wrong one', async () => {
  const expired = `${scenes.both.userId(0)}.${uuid7()}.${String(Math.floor(scenes.both.nowMs / 1000))}`
  const asked = (token: string) =>
    scenes.both.ask({ method: 'GET', path: '/user/vehicles/', headers: { authorization: `Bearer ${token}` } })
  expect(codeOf(await asked(expired))).toBe('token_expired')
  expect(codeOf(await asked('nobody'))).toBe('token_invalid')
})

test('a token counts for its own driver, until its session is ended', async () => {
  const token = await scenes.both.startSession(0)
  const familyId = token.replace('refresh-', '')
  const { nowMs } = scenes.both
  for (const store of scenes.both.stores) {
    expect(await store.findBearer(scenes.both.userId(0), familyId)).toEqual({
      disabled_at: null,
      guest: null,
      signed_in_at: nowMs,
    })
    expect(await store.findBearer(scenes.both.userId(1), familyId)).toBeUndefined()
    expect(await store.findBearer(scenes.both.userId(0), uuid7())).toBeUndefined()
    await store.revokeByToken(token, nowMs)
    expect(await store.findBearer(scenes.both.userId(0), familyId)).toBeUndefined()
  }
})

const refresh = (token: string, key: string): Promise<Answered> =>
  scenes.both.ask({ method: 'POST', path: '/auth/refresh', key, body: { refresh_token: token } })
const nextOf = ({ body }: Answered): string => (body as { refresh_token: string }).refresh_token

test('a refresh repeats for its key, ends the family for another one, and says what ended', async () => {
  const first = await scenes.both.startSession(0)
  const second = nextOf(await refresh(first, 'r1'))
  const repeated = await refresh(first, 'r1')
  expect(repeated.headers['idempotent-replayed']).toBe('true')
  expect(nextOf(repeated)).toBe(second)
  const third = nextOf(await refresh(second, 'r2'))
  expect(codeOf(await refresh(first, 'r1'))).toBe('refresh_reused')
  expect(codeOf(await refresh(third, 'r3'))).toBe('token_invalid')
  const [other, left, old] = [
    await scenes.both.startSession(0),
    await scenes.both.startSession(0),
    await scenes.both.startSession(0),
  ]
  await scenes.both.setDisabled(0, true)
  expect(codeOf(await refresh(other, 'r4'))).toBe('account_disabled')
  await scenes.both.setDisabled(0, false)
  expect((await refresh(other, 'r4')).status).toBe(200)
  await scenes.both.ask({ method: 'POST', path: '/auth/logout', body: { refresh_token: left } })
  expect(codeOf(await refresh(left, 'r5'))).toBe('token_invalid')
  scenes.both.advance(30 * DAY_MS)
  expect(codeOf(await refresh(old, 'r6'))).toBe('token_expired')
  expect(codeOf(await refresh('unknown', 'r7'))).toBe('token_invalid')
  await scenes.both.compareRows()
})

const vehicleFields: VehicleFields = {
  ...{ plate: 'T 1', plate_normalised: 'T1', region: null, vehicle_type_id: 1 },
  ...{ label: null, colour: null, make: null, model: null },
  country_code: 'CA',
}

test('a transaction that throws takes back all that it wrote', async () => {
  const found: unknown[] = []
  for (const store of scenes.both.stores) {
    const key = { userId: scenes.both.userId(1), vehicleId: uuid7(scenes.both.nowMs) }
    const call = { scope: 'device:x', key: newKey(), fingerprint: 'f' }
    const writing = store.transaction(async (tx) => {
      await tx.beginIdempotent(call)
      await tx.insertVehicle(key, { fields: vehicleFields, isDefault: false, nowMs: scenes.both.nowMs })
      await tx.openWallet({ userId: key.userId, currency: 'USD', sandbox: true, nowMs: scenes.both.nowMs })
      await tx.storeAnswer(call, { status: 200, body: '{}', nowMs: scenes.both.nowMs })
      throw new Error('Changed its mind')
    })
    await expect(writing).rejects.toThrow('Changed its mind')
    expect(await store.findVehicle(key)).toBeUndefined()
    found.push(
      await store.lookAtRequest({ ...call, nowMs: scenes.both.nowMs }),
      await store.findWallet(key.userId, 'USD'),
    )
  }
  expect(found).toEqual([{ state: 'unknown' }, undefined, { state: 'unknown' }, undefined])
  await compare()
})

test('a key is in progress for everybody else until its transaction ends, and its answer is there then', async () => {
  for (const store of scenes.both.stores) {
    const call = { scope: 'device:x', key: newKey(), fingerprint: 'f' }
    await store.transaction(async (tx) => {
      expect(await tx.beginIdempotent(call)).toEqual({ state: 'new' })
      expect(await store.beginIdempotent(call)).toEqual({ state: 'in_progress' })
      expect(await store.beginIdempotent({ ...call, scope: 'device:y' })).toEqual({ state: 'new' })
      await tx.storeAnswer(call, { status: 200, body: '{}', nowMs: scenes.both.nowMs })
    })
    expect(await store.beginIdempotent(call)).toEqual({ state: 'replay', answer: { status: 200, body: '{}' } })
    expect(await store.beginIdempotent({ ...call, fingerprint: 'g' })).toEqual({ state: 'reused' })
  }
})

test('a request is looked at and given up alike: at work, answered, or never to have an effect', async () => {
  for (const store of scenes.both.stores) {
    const call = { scope: 'device:x', key: newKey(), fingerprint: 'f' }
    const [late, nowMs] = [{ ...call, key: newKey() }, scenes.both.nowMs]
    await store.transaction(async (tx) => {
      await tx.beginIdempotent(call)
      expect(await store.lookAtRequest({ ...call, nowMs })).toEqual({ state: 'in_progress' })
      expect(await store.withdrawRequest({ ...call, nowMs })).toEqual({ state: 'in_progress' })
      await tx.storeAnswer(call, { status: 200, body: '{}', nowMs })
    })
    const done = { state: 'done', answer: { status: 200, body: '{}' }, fingerprint: 'f' }
    expect(await store.withdrawRequest({ ...call, nowMs })).toEqual(done)
    expect(await store.lookAtRequest({ ...call, nowMs })).toEqual(done)
    expect(await store.lookAtRequest({ ...late, nowMs })).toEqual({ state: 'unknown' })
    expect(await store.withdrawRequest({ ...late, nowMs })).toEqual({ state: 'withdrawn' })
    expect(await store.withdrawRequest({ ...late, nowMs })).toEqual({ state: 'withdrawn' })
    expect(await store.beginIdempotent(late)).toEqual({ state: 'withdrawn' })
    expect(await store.lookAtRequest({ ...late, scope: 'device:y', nowMs })).toEqual({ state: 'unknown' })
  }
})

test('a refusal is kept alike: the same request is refused again, and nobody refuses what a twin has done', async () => {
  for (const store of scenes.both.stores) {
    const call = { scope: 'device:x', key: newKey(), fingerprint: 'f' }
    const [twin, late, nowMs] = [{ ...call, key: newKey() }, { ...call, key: newKey() }, scenes.both.nowMs]
    const answer = { status: 422, body: '{"code":"amount_out_of_range"}' }
    const refused = { state: 'refused', answer, fingerprint: 'f' }
    expect(await store.refuseRequest(call, { ...answer, nowMs })).toEqual(refused)
    expect(await store.refuseRequest(call, { status: 404, body: '{}', nowMs })).toEqual(refused)
    expect(await store.lookAtRequest({ ...call, nowMs })).toEqual(refused)
    expect(await store.withdrawRequest({ ...call, nowMs })).toEqual(refused)
    expect(await store.beginIdempotent(call)).toEqual({ state: 'replay', answer })
    expect(await store.beginIdempotent({ ...call, fingerprint: 'g' })).toEqual({ state: 'reused' })
    await store.transaction(async (tx) => {
      await tx.beginIdempotent(twin)
      expect(await store.refuseRequest(twin, { ...answer, nowMs })).toEqual({ state: 'in_progress' })
      await tx.storeAnswer(twin, { status: 200, body: '{}', nowMs })
    })
    const done = { state: 'done', answer: { status: 200, body: '{}' }, fingerprint: 'f' }
    expect(await store.refuseRequest(twin, { ...answer, nowMs })).toEqual(done)
    await store.withdrawRequest({ ...late, nowMs })
    expect(await store.refuseRequest(late, { ...answer, nowMs })).toEqual({ state: 'withdrawn' })
  }
})

test('what a transaction has written is nobody else’s to see before it ends', async () => {
  for (const store of scenes.both.stores) {
    const userId = scenes.both.userId(1)
    const [written, looking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const before = (await store.findUser(userId))?.first_name
    const writing = store.transaction(async (tx) => {
      await tx.updateProfile(userId, { first_name: 'Unseen', nowMs: scenes.both.nowMs })
      written.resolve()
      await looking.promise
      throw new Error('Changed its mind')
    })
    const refused = expect(writing).rejects.toThrow('Changed its mind')
    await written.promise
    const looked = store.findUser(userId)
    looking.resolve()
    expect((await looked)?.first_name).toBe(before)
    await refused
  }
})
