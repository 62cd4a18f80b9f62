import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { backgroundSettled } from '../../provider/services/background.ts'
import { chargeAutoTopUps } from '../../provider/services/auto-charges.ts'
import { sendReminders } from '../../provider/services/reminders.ts'
import { pushMessageSchema } from '../../src/contract/push.ts'
import { type PushService, startPushService } from './support/push-service.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { onPage } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let service: PushService
let provider: TestProvider
let parkId: number
beforeAll(async () => {
  service = await startPushService()
  provider = await startTestProvider({ config: { pushHosts: [service.host] } })
  parkId = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
})
afterAll(async () => {
  await provider.close()
  await service.close()
})

const DAY_MS = 86_400_000
const RULE = { enabled: true, currency: 'CAD', threshold: 100_000, amount: 2_000, monthly_cap: 50_000 }

async function send(driver: TestDriver, path: string, body: unknown): Promise<unknown> {
  const method = path === '/wallet/auto-top-up' ? 'PUT' : 'POST'
  const answer = await provider.request(method, `/api/v1${path}`, { token: await driver.token(), key: newKey(), body })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

async function subscribe(driver: TestDriver, device: string, language: 'en' | 'fr' = 'en'): Promise<void> {
  await send(driver, '/push/subscriptions', service.subscribe(device, { language }))
}

/** Creates a driver whose card is declined whenever it is charged without them. */
async function withDecliningCard(): Promise<TestDriver> {
  const driver = await createDriver(provider)
  const funds = { amount: 500, currency: 'CAD', keep_method: true }
  const { data } = (await send(driver, '/wallet/add-funds', funds)) as { data: { reference: string } }
  await onPage(provider, data.reference, 'declines_later')
  await backgroundSettled()
  await send(driver, '/wallet/auto-top-up', RULE)
  return driver
}

async function spend(driver: TestDriver): Promise<void> {
  await mustBook(provider, driver, { parkId })
  await chargeAutoTopUps(provider.deps)
  await backgroundSettled()
}

const round = (): Promise<void> => sendReminders(provider.deps, new AbortController().signal)
const newsTo = (device: string) =>
  service.messages
    .filter((pushed) => pushed.device === device && pushed.message.kind === 'auto_top_up_off')
    .map(({ message }) => message)

test('each device is told once, in its language, when declined charges have switched the automatic top-up off', async () => {
  const driver = await withDecliningCard()
  await subscribe(driver, 'english')
  await subscribe(driver, 'french', 'fr')
  await spend(driver)
  await round()
  expect(newsTo('english')).toEqual([])
  await spend(driver)
  for (const _round of [1, 2]) await round()
  const [news, ...more] = newsTo('english')
  expect(more).toEqual([])
  expect(v.safeParse(pushMessageSchema, news).success).toBe(true)
  expect(news).toMatchObject({ title: 'Automatic top-up (CAD) is off', tag: 'auto_top_up_off:CAD', currency: 'CAD' })
  expect(newsTo('french')).toMatchObject([{ title: 'Recharge automatique (CAD) désactivée', language: 'fr' }])
})

test('a device that subscribes later is not told, nor one that would hear of it a day after', async () => {
  const driver = await withDecliningCard()
  await subscribe(driver, 'early')
  for (const _time of [1, 2]) await spend(driver)
  provider.clock.advance(60_000)
  await subscribe(driver, 'late')
  provider.clock.advance(DAY_MS)
  await round()
  expect([newsTo('early'), newsTo('late')]).toEqual([[], []])
})

test('who sets it up anew before the news go out is not told that it is off; the next time it is news again', async () => {
  const driver = await withDecliningCard()
  await subscribe(driver, 'again')
  for (const _time of [1, 2]) await spend(driver)
  service.answerWith('again', 503)
  await round()
  await send(driver, '/wallet/auto-top-up', RULE)
  provider.clock.advance(60_000)
  await round()
  expect(newsTo('again')).toEqual([])
  for (const _time of [1, 2]) await spend(driver)
  await round()
  expect(newsTo('again')).toHaveLength(1)
})
