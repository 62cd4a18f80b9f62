import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY_SCOPES } from '../../src/contract/operator.ts'
import { runOperators } from '../../provider/cli/operators.ts'
import { expectRefusal } from './support/accounts.ts'
import { createDriver, newKey } from './support/test-driver.ts'
import { insertCodedPark, listNoted, makeTestKey, mustOperate, operate } from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())

const DAY = 86_400_000
const GUESS = `bwo_0123456789_${'A'.repeat(43)}`
const coupon = (code: string) => ({
  ...{ country_code: 'CA', code, discount_type: 'percentage', discount: 10, currency: 'CAD' },
  ...{ start_date: '2026-11-01T00:00:00Z', end_date: '2027-01-01T00:00:00Z' },
})

test('a key says what it may do; it is stored as a hash of its secret part alone', async () => {
  const park = await insertCodedPark(provider)
  const key = await makeTestKey(provider, { parkCodes: [park.code.toLowerCase()], scopes: ['events', 'shop'] })
  expect(await mustOperate(provider, key, ['GET', '/key'])).toMatchObject({
    data: {
      key_id: key.keyId,
      scopes: ['events', 'shop'],
      parks: [{ id: park.id, code: park.code }],
      expires_at: null,
    },
  })
  const rows = await provider.deps.db.query('select row_to_json(k)::text as row from operator_keys k')
  const secret = key.key.split('_').slice(2).join('_')
  expect(secret).toHaveLength(43)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('nothing opens without a key, with a driver’s token, with another secret, or another key’s', async () => {
  const [key, other] = [await makeTestKey(provider), await makeTestKey(provider)]
  expect((await provider.request('GET', '/api/v1/operator/products')).status).toBe(401)
  const driver = await createDriver(provider)
  await expectRefusal(
    await operate(provider, { key: await driver.token() }, ['GET', '/products']),
    401,
    'token_invalid',
  )
  const wrong = [
    key.key.replace(/.$/, key.key.endsWith('A') ? 'B' : 'A'),
    `bwo_${key.keyId}_${other.key.split('_').slice(2).join('_')}`,
    `bwo_${key.keyId}_`,
    `bwo_${key.keyId}`,
    key.key.toLowerCase(),
    `${key.key}x`,
  ]
  for (const bearer of wrong)
    await expectRefusal(
      await operate(provider, { key: bearer }, ['GET', '/key', { peer: '198.51.100.1' }]),
      401,
      'token_invalid',
    )
  // The key opens nothing of a driver's either.
  await expectRefusal(await provider.request('GET', '/api/v1/wallet', { token: key.key }), 401, 'token_invalid')
})

test('a revoked and an expired key open nothing, also not the answers that were given to them', async () => {
  const key = await makeTestKey(provider, { expiresMs: provider.clock.now() + DAY })
  const request = { key: newKey(), body: coupon('REVOKED') }
  expect((await operate(provider, key, ['POST', '/coupons', request])).status).toBe(201)
  provider.clock.advance(DAY)
  await expectRefusal(await operate(provider, key, ['POST', '/coupons', request]), 401, 'token_expired')
  const revoked = await makeTestKey(provider)
  const again = { key: newKey(), body: coupon('REVOKED2') }
  expect((await operate(provider, revoked, ['POST', '/coupons', again])).status).toBe(201)
  const { db } = provider.deps
  expect(await runOperators(db, ['revoke', revoked.keyId.toLowerCase()])).toMatchObject({ exitCode: 0 })
  expect(await runOperators(db, ['revoke', revoked.keyId])).toMatchObject({ exitCode: 1 })
  await expectRefusal(await operate(provider, revoked, ['POST', '/coupons', again]), 401, 'token_invalid')
})

test('of each scope a key without it is refused before anything is looked up', async () => {
  const routes: ReadonlyArray<readonly [string, string, string, object?]> = [
    ['events', 'PUT', '/events/EV000000/status', { status: 'cancelled' }],
    ['events', 'GET', '/events/EV000000'],
    ['shop', 'PATCH', '/products/999999', { active: false }],
    ['shop', 'PATCH', '/coupons/CA/NOTHING', { active: false }],
    ['orders', 'PUT', '/orders/OR00000000/stage', { stage: 'accepted' }],
    ['orders', 'POST', '/orders/OR00000000/returns', {}],
    ['plans', 'PATCH', '/plans/999999', { active: false }],
    ['documents', 'PUT', '/renewals/VD-00000000/stage', { stage: 'checked' }],
    ['documents', 'GET', '/document-fees'],
    ['referrals', 'PATCH', '/referral-terms/SN', { active: false }],
    ['gifts', 'PUT', '/gifts/019ab0f3-7e30-7d00-8000-0123456789ab/status', { status: 'cancelled' }],
    ['audit', 'GET', '/changes'],
  ]
  for (const [scope, method, path, body] of routes) {
    const without = await makeTestKey(provider, { scopes: KEY_SCOPES.filter((one) => one !== scope) })
    const answer = await operate(provider, without, [method, path, body === undefined ? {} : { body }])
    await expectRefusal(answer, 403, 'forbidden')
  }
  expect(
    await provider.deps.db.query('select * from idempotency_keys where scope like $1 and status >= 400', [
      'operator:%',
    ]),
  ).toEqual([])
})

test('ten wrong keys lock their network out for a quarter of an hour, a right one with it, and no other network', async () => {
  const key = await makeTestKey(provider)
  const [network, elsewhere] = ['198.51.100.7', '203.0.113.7']
  const ask = (bearer: string, peer: string) => operate(provider, { key: bearer }, ['GET', '/key', { peer }])
  const burst = await Promise.all(Array.from({ length: 30 }, () => ask(GUESS, network)))
  expect(burst.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(20)
  const locked = await ask(key.key, network)
  await expectRefusal(locked.clone(), 429, 'rate_limited')
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await ask(key.key, elsewhere)).status).toBe(200)
  provider.clock.advance(15 * 60_000)
  expect((await ask(key.key, network)).status).toBe(200)
})

test('many right requests at once lock nobody out', async () => {
  const key = await makeTestKey(provider)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => operate(provider, key, ['GET', '/key', { peer: '198.51.100.9' }])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a key has a budget of requests', async () => {
  const limited = await startTestProvider({ config: { requestsPerMinute: { perAddress: 0, perUser: 3 } } })
  const [key, other] = [await makeTestKey(limited), await makeTestKey(limited)]
  const statuses: number[] = []
  for (const path of ['/key', '/products', '/orders', '/key'])
    statuses.push((await operate(limited, key, ['GET', path])).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await operate(limited, other, ['GET', '/key'])).status).toBe(200)
  await limited.close()
})

test('the same request again has one effect and one answer, also ten times at once; its key means nothing to another', async () => {
  const [key, other] = [await makeTestKey(provider), await makeTestKey(provider)]
  const request = { key: newKey(), body: coupon('ONCE') }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => operate(provider, key, ['POST', '/coupons', request])),
  )
  const done = answers.filter(({ status }) => status === 201)
  expect(done.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const replay = await operate(provider, key, ['POST', '/coupons', request])
  expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await listNoted(provider, key)).toEqual(['coupon.add CA ONCE'])
  const changed = { ...request, body: coupon('TWICE') }
  await expectRefusal(await operate(provider, key, ['POST', '/coupons', changed]), 422, 'idempotency_key_reused')
  await expectRefusal(await operate(provider, other, ['POST', '/coupons', request]), 422, 'validation_failed')
  const bare = await provider.request('POST', '/api/v1/operator/coupons', { token: key.key, body: coupon('BARE') })
  await expectRefusal(bare, 422, 'idempotency_key_required')
})

test('who changed what is read with its scope; a key for some car parks reads its own changes; nobody rewrites them', async () => {
  const park = await insertCodedPark(provider)
  const [all, own] = [await makeTestKey(provider), await makeTestKey(provider, { parkCodes: [park.code] })]
  await mustOperate(provider, all, ['POST', '/coupons', { body: coupon('AUDIT') }])
  await mustOperate(provider, all, ['PATCH', '/coupons/ca/audit', { body: { active: false } }])
  await mustOperate(provider, all, ['PATCH', '/coupons/CA/AUDIT', { body: { active: false } }])
  expect(await listNoted(provider, all)).toEqual(['coupon.end CA AUDIT', 'coupon.add CA AUDIT'])
  const changes = await mustOperate<{ items: object[] }>(provider, all, ['GET', '/changes?size=2'])
  expect(changes.items).toMatchObject([
    { action: 'coupon.end', subject: 'CA AUDIT', key_id: all.keyId, name: 'Test office' },
    { action: 'coupon.add', details: { discount: 10 } },
  ])
  expect(await mustOperate(provider, own, ['GET', '/changes'])).toMatchObject({ items: [], total: 0 })
  for (const sql of ['update operator_changes set subject = $1', 'delete from operator_changes where subject = $1'])
    await expect(provider.deps.db.query(sql, ['x'])).rejects.toThrow(/permission denied/)
})

test('keys are made, listed, ended and followed at the command line', async () => {
  const { db } = provider.deps
  const park = await insertCodedPark(provider)
  const run = (...words: readonly string[]) => runOperators(db, words)
  const made = await run('add', 'Front', 'Street', '--scope', 'events', '--scope', 'orders', '--park', park.code)
  const key = /bwo_\w{10}_[\w-]{43}/.exec(made.lines[0] ?? '')?.[0] ?? ''
  expect((await operate(provider, { key }, ['GET', '/events'])).status).toBe(200)
  expect((await run('list')).lines.join('\n')).toMatch(
    new RegExp(`Front Street  events,orders  ${park.code}  made .*  used`),
  )
  for (const words of [
    ['add', 'Nobody', '--scope', 'everything'],
    ['add', 'Nobody', '--scope', 'events', '--park', 'CA00000'],
    ['add', 'Nobody', '--scope', 'documents', '--park', park.code],
    ['add', 'Nobody', '--scope', 'gifts', '--park', park.code],
    ['add', 'Nobody', '--scope', 'events', '--expires', '2020-01-01T00:00:00Z'],
    ['add', 'Nobody', '--scope', 'events', '--expires', 'never'],
    ['revoke', '0000000000'],
  ])
    expect(await run(...words)).toMatchObject({ exitCode: 1 })
  for (const words of [['add', 'Nobody'], ['add', '--scope', 'events'], ['add', 'x', '--all'], ['revoke'], ['x']])
    expect(await run(...words)).toMatchObject({ exitCode: 2 })
  expect((await run('log')).lines.join('\n')).toContain('coupon.end')
})
