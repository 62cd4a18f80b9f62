import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayBookingCode } from '../../src/domain/code.ts'
import { toBookingCode } from '../../src/domain/ids.ts'
import { pairingLink, toPairingCode } from '../../src/domain/typed-code.ts'
import { revokeDevice } from '../../provider/repositories/pairing.ts'
import type { PairAnswer } from '../../src/contract/attendant.ts'
import { codeOf, readJson } from './support/accounts.ts'
import { codeOfPark, makeCode, PAIRING_LIFE_MS, pairPhone, postPair, requestList } from './support/test-attendants.ts'
import { createDriver, newKey } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: string
let otherPark: string
beforeAll(async () => {
  provider = await startTestProvider()
  park = await codeOfPark(provider, (await insertTestPark(provider.deps.db, { name: 'Queen' })).id)
  otherPark = await codeOfPark(provider, (await insertTestPark(provider.deps.db, { name: 'King' })).id)
})
afterAll(() => provider.close())

const pairedOf = async (answer: Response): Promise<PairAnswer> => (await readJson<{ data: PairAnswer }>(answer)).data

test('a phone pairs without any account, and sees its parks', async () => {
  const answer = await postPair(
    provider,
    displayBookingCode(toBookingCode(await makeCode(provider, [park, otherPark]))),
    {
      name: 'Gate A',
    },
  )
  expect(answer.status).toBe(200)
  const paired = await pairedOf(answer)
  expect(paired.parks.map(({ code }) => code).toSorted()).toEqual([park, otherPark].toSorted())
  const device = await provider.request('GET', '/api/v1/attendant/device', { token: paired.token })
  expect(await device.json()).toMatchObject({ data: { device_id: paired.device_id, device_name: 'Gate A' } })
})

test('the whole link of the QR pairs too', async () => {
  const link = pairingLink('http://localhost:4173', toPairingCode(toBookingCode(await makeCode(provider, [park]))))
  expect((await postPair(provider, link)).status).toBe(200)
})

test('a code pairs one phone; the same phone may ask again when the answer was lost', async () => {
  const [code, key] = [await makeCode(provider, [park]), newKey()]
  const [first, again] = [await postPair(provider, code, { key }), await postPair(provider, code, { key })]
  expect(await pairedOf(again)).toEqual(await pairedOf(first))
  expect(await codeOf(await postPair(provider, code, { key: newKey() }))).toBe('code_invalid')
  expect(await codeOf(await postPair(provider, code))).toBe('code_invalid')
})

test('two phones at once: one pairs', async () => {
  const code = await makeCode(provider, [park])
  const answers = await Promise.all([1, 2, 3, 4].map(() => postPair(provider, code)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
})

test('a code is over after its quarter of an hour', async () => {
  const code = await makeCode(provider, [park])
  provider.clock.advance(PAIRING_LIFE_MS)
  const answer = await postPair(provider, code)
  expect([answer.status, await codeOf(answer)]).toEqual([422, 'code_expired'])
})

test('ten wrong codes lock a network out for a while, right ones do not count', async () => {
  const guessed = await startTestProvider()
  const own = await codeOfPark(guessed, (await insertTestPark(guessed.deps.db)).id)
  for (let round = 0; round < 12; round += 1) {
    expect((await postPair(guessed, await makeCode(guessed, [own]))).status).toBe(200)
  }
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1) statuses.push((await postPair(guessed, 'AAAA-AAAA')).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
  const locked = await postPair(guessed, await makeCode(guessed, [own]))
  expect([locked.status, Number(locked.headers.get('retry-after')) > 0]).toEqual([429, true])
  guessed.clock.advance(15 * 60_000)
  expect((await postPair(guessed, await makeCode(guessed, [own]))).status).toBe(200)
  await guessed.close()
})

test('a revoked phone, one that unpaired, a user and nobody get nothing', async () => {
  const [revoked, left] = [await pairPhone(provider, [park]), await pairPhone(provider, [park])]
  await revokeDevice(provider.deps.db, revoked.deviceId, provider.clock.now())
  expect((await provider.request('DELETE', '/api/v1/attendant/device', { token: left.token })).status).toBe(204)
  const driver = await createDriver(provider)
  for (const token of [revoked.token, left.token, await driver.token(), 'bwd_nonsense']) {
    const answer = await requestList(provider, { token, deviceId: '' }, { park })
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'device_unpaired'])
  }
  expect((await provider.request('GET', '/api/v1/attendant/device')).status).toBe(401)
})

test('a phone’s token opens nothing of a driver', async () => {
  const phone = await pairPhone(provider, [park])
  expect((await provider.request('GET', '/api/v1/bookings/list', { token: phone.token })).status).toBe(401)
})

test('neither codes nor tokens are stored', async () => {
  const code = await makeCode(provider, [park])
  const phone = await pairPhone(provider, [park])
  const rows = await provider.deps.db.query<{ all: string }>(
    `select (select json_agg(p) from pairing_codes p)::text || (select json_agg(d) from attendant_devices d)::text as all`,
  )
  expect(rows[0]?.all).not.toContain(code)
  expect(rows[0]?.all).not.toContain(phone.token)
})

test('a refusal is told in French', async () => {
  const answer = await provider.request('GET', '/api/v1/attendant/device', { headers: { 'accept-language': 'fr' } })
  expect(await answer.json()).toMatchObject({ title: 'Téléphone non associé' })
})
