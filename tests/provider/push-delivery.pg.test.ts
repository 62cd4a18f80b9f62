import { afterAll, expect, test, vi } from 'vitest'
import type { PushSubscriptionBody, PushSubscriptionWire } from '../../src/contract/push.ts'
import { revokeAllOfUser, revokeOthers, startFamily } from '../../provider/repositories/sessions.ts'
import { codeOf } from './support/accounts.ts'
import { createDriver } from './support/test-driver.ts'
import { TEST_NOW } from './support/test-provider.ts'
import { MINUTE, startPushes } from './support/test-pushes.ts'

const { provider, service, park, newDevice, postSubscription, subscribe, pass, round, pushedTo, kindsOf, stop } =
  await startPushes()
afterAll(stop)

test.each([404, 410])('a subscription that answers %i is forgotten', async (status) => {
  const { driver } = await park()
  const { device, id } = await subscribe(driver)
  service.answerWith(device, status)
  await pass(31)
  const token = await driver.token()
  expect((await provider.request('GET', `/api/v1/push/subscriptions/${id}`, { token })).status).toBe(404)
  const requests = service.requests()
  await pass(25)
  expect(service.requests()).toBe(requests)
})

test('a push service that is ill for a while is asked again, when it said', async () => {
  const { driver } = await park()
  const { device, id } = await subscribe(driver)
  service.answerWith(device, 503, { status: 429, headers: { 'retry-after': '120' } })
  const warn = vi.spyOn(provider.deps.log, 'warn')
  await pass(30)
  expect(warn).toHaveBeenCalledWith('push.retry', { reason: 'HTTP 503', host: service.host })
  expect(kindsOf(device)).toEqual([])
  await pass(2)
  expect(kindsOf(device)).toEqual([])
  await pass(2)
  expect(kindsOf(device)).toEqual(['ends_in_30'])
  const token = await driver.token()
  const state = await provider.request('GET', `/api/v1/push/subscriptions/${id}`, { token })
  const { data } = (await state.json()) as { data: PushSubscriptionWire }
  expect([data.last_sent_at !== null, data.last_failed_at !== null]).toEqual([true, true])
})

test('what a push service refuses is not asked again, and news that grew old is not sent', async () => {
  const { driver } = await park()
  const [refused, late] = [await subscribe(driver), await subscribe(driver)]
  service.answerWith(refused.device, 403)
  service.answerWith(late.device, { status: 503, headers: { 'retry-after': '3600' } })
  await pass(49)
  expect([kindsOf(refused.device), kindsOf(late.device)]).toEqual([[], []])
})

test('two providers at once send once', async () => {
  const { driver } = await park()
  const { device } = await subscribe(driver)
  provider.clock.advance(30 * MINUTE)
  await Promise.all([round(), round(), round()])
  expect(kindsOf(device)).toEqual(['ends_in_30'])
})

test('notifications end with the session that turned them on, and go on with another that turns them on again', async () => {
  const { driver } = await park()
  const { db } = provider.deps
  const [ended, again, kept] = [await subscribe(driver), newDevice(), await subscribe(driver)]
  const body = service.subscribe(again)
  await postSubscription(driver, body)
  const { familyId } = await db.transaction((tx) =>
    startFamily(tx, driver.userId, { nowMs: provider.clock.now(), device: { browser: null, system: null } }),
  )
  const other = { ...driver, token: () => provider.deps.tokens.sign(driver.userId, familyId) }
  await postSubscription(other, body)
  // Subscribed by the release before, which recorded no session.
  await db.query('delete from push_sessions where subscription_id = $1', [kept.id])
  await revokeOthers(db, driver.userId, { familyId, nowMs: provider.clock.now() })
  await pass(31)
  expect([ended.device, again, kept.device].map(kindsOf)).toEqual([[], ['ends_in_30'], ['ends_in_30']])
  expect(await db.query('select 1 from push_subscriptions where subscription_id = $1', [ended.id])).toEqual([])
  await revokeAllOfUser(db, driver.userId, { reason: 'password_reset', nowMs: provider.clock.now() })
  await pass(20)
  expect([again, kept.device].map(kindsOf)).toEqual([['ends_in_30'], ['ends_in_30']])
})

test('the key stays the same, and is what the messages are signed with', async () => {
  const read = async (): Promise<string> =>
    ((await (await provider.request('GET', '/api/v1/push/key')).json()) as { data: { public_key: string } }).data
      .public_key
  const key = await read()
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  const { driver } = await park()
  const { device } = await subscribe(driver)
  await pass(31)
  expect([await read(), pushedTo(device)[0]?.key]).toEqual([key, key])
})

test('the same endpoint again changes what it says; another driver on the device takes it over', async () => {
  const [first, second] = [await createDriver(provider), await createDriver(provider)]
  const body = service.subscribe(newDevice())
  const idOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { data: PushSubscriptionWire }).data.subscription_id
  const id = await idOf(await postSubscription(first, body))
  const changed = { ...body, language: 'fr', quiet_hours: { from_minute: 1320, to_minute: 420 } }
  expect(await idOf(await postSubscription(first, changed))).toBe(id)
  expect((await postSubscription(second, body)).status).toBe(201)
  const listed = await provider.request('GET', '/api/v1/push/subscriptions', { token: await first.token() })
  expect(await listed.json()).toEqual({ data: [] })
})

test('a subscription is its owner’s alone', async () => {
  const [owner, other] = [await createDriver(provider), await createDriver(provider)]
  const { id } = await subscribe(owner)
  const path = `/api/v1/push/subscriptions/${id}`
  for (const method of ['GET', 'DELETE']) {
    expect((await provider.request(method, path, { token: await other.token() })).status).toBe(404)
    expect((await provider.request(method, path)).status).toBe(401)
  }
  expect((await provider.request('DELETE', path, { token: await owner.token() })).status).toBe(204)
  expect((await provider.request('DELETE', path, { token: await owner.token() })).status).toBe(404)
})

test.each<readonly [string, (body: PushSubscriptionBody) => unknown, string]>([
  ['an address inside', (body) => ({ ...body, endpoint: 'https://169.254.169.254/latest' }), 'endpoint'],
  ['our own address', (body) => ({ ...body, endpoint: 'http://localhost:4173/api/v1/auth/logout' }), 'endpoint'],
  ['a name that only ends alike', (body) => ({ ...body, endpoint: 'https://fcm.googleapis.com.example' }), 'endpoint'],
  ['an address with a password', (body) => ({ ...body, endpoint: body.endpoint.replace('//', '//a:b@') }), 'endpoint'],
  ['no address', (body) => ({ ...body, endpoint: 'x' }), 'endpoint'],
  ['a short key', (body) => ({ ...body, keys: { ...body.keys, p256dh: 'AAAA' } }), 'keys.p256dh'],
  ['an unknown zone', (body) => ({ ...body, timezone: 'Mars/Olympus' }), 'timezone'],
  ['an unknown language', (body) => ({ ...body, language: 'de' }), 'language'],
  [
    'a minute 1440',
    (body) => ({ ...body, quiet_hours: { from_minute: 1440, to_minute: 0 } }),
    'quiet_hours.from_minute',
  ],
])('%s cannot be subscribed', async (_name, change, field) => {
  const answer = await postSubscription(await createDriver(provider), change(service.subscribe(newDevice())))
  expect([answer.status, await codeOf(answer.clone())]).toEqual([422, 'validation_failed'])
  expect(await answer.json()).toMatchObject({ errors: [{ field }] })
})

test('keys that are no point of the curve are forgotten, not tried for ever', async () => {
  const { driver } = await park()
  const broken = {
    ...service.subscribe(newDevice()),
    keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
  }
  expect((await postSubscription(driver, broken)).status).toBe(201)
  await pass(31)
  const listed = await provider.request('GET', '/api/v1/push/subscriptions', { token: await driver.token() })
  expect(await listed.json()).toEqual({ data: [] })
  expect(provider.clock.now()).toBeGreaterThan(TEST_NOW)
})
