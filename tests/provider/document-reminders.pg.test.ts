import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { sendDocumentMails } from '../../provider/services/document-mails.ts'
import { queueDue } from '../../provider/repositories/push-deliveries.ts'
import { sendReminders } from '../../provider/services/reminders.ts'
import { pushMessageSchema } from '../../src/contract/push.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { type PushService, startPushService } from './support/push-service.ts'
import { dataOf, documentSteps, LICENCE_AND_SERVICE, takePhoto } from './support/test-documents.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let service: PushService
let provider: TestProvider
let driver: TestDriver
let vehicleId: string
let device: string
beforeAll(async () => {
  service = await startPushService()
  provider = await startTestProvider({ poolSize: 12, config: { pushHosts: [service.host] } })
  await ensureDemoDocuments(provider.deps)
})
afterAll(async () => {
  await provider.close()
  await service.close()
})
beforeEach(async () => {
  provider.clock.set(Date.parse('2026-09-01T10:00:00Z'))
  driver = await createDriver(provider)
  vehicleId = await addVehicle(driver)
  device = uuid7()
  await subscribe('en')
})

const { addVehicle, call, upload, renew } = documentSteps(() => ({ provider, driver, vehicleId }))

const subscribe = async (language: 'en' | 'fr'): Promise<void> => {
  await dataOf(await call('POST', '/push/subscriptions', { body: service.subscribe(device, { language }) }), 201)
}
const NONE = { licence: null, roadworthiness: null, insurance: null, hackney: null }
const keep = async (dates: object, { commercial = false, vehicle = vehicleId } = {}): Promise<void> => {
  const body = { commercial, dates: { ...NONE, ...dates } }
  await dataOf(await call('PUT', `/vehicle-documents/vehicles/${vehicle}`, { body }))
}
const profile = async (body: object): Promise<void> => {
  await dataOf(await call('PATCH', '/users/profile', { body }))
}

/** Runs the job in two processes at once, then once more. */
async function round(): Promise<void> {
  const send = async () => {
    await sendReminders(provider.deps, new AbortController().signal)
    await sendDocumentMails(provider.deps)
  }
  await Promise.all([send(), send()])
  await send()
}
const mails = () =>
  provider.mails.filter(({ to }) => to === `${driver.userId}@example.test`).map(({ subject }) => subject)
const pushes = () => service.messages.filter((pushed) => pushed.device === device).map(({ message }) => message)
const at = async (moment: string): Promise<void> => {
  provider.clock.set(Date.parse(moment))
  await round()
}

// Lagos is an hour ahead of UTC: 08:00 there is 07:00 UTC.
const DAY = '2026-11-30'
const THIRTY = '2026-10-31T07:00:00Z'
const SEVEN = '2026-11-23T07:00:00Z'
const LAST = '2026-11-30T07:00:00Z'
const ON = 'Vehicle licence, ABC-123DE: expires on 30 November'
const ABC_INSURANCE = 'Insurance, third party, ABC-123DE: expires on 30 November'
const XYZ_INSURANCE = 'Insurance, third party, XYZ-987AB: expires on 30 November'
const TODAY = 'Vehicle licence, ABC-123DE: expires today'

test('30 and 7 days before and on the day, in the morning there, a driver is told once by email and once on each device', async () => {
  await keep({ licence: DAY })
  await at('2026-10-31T06:59:00Z')
  expect([mails(), pushes()]).toEqual([[], []])
  await at(THIRTY)
  expect(mails()).toEqual([ON])
  for (const moment of ['2026-11-10T12:00:00Z', '2026-11-23T06:59:00Z']) await at(moment)
  expect(mails()).toHaveLength(1)
  await at(SEVEN)
  await at(LAST)
  await at('2026-11-30T22:59:00Z')
  await at('2026-12-01T12:00:00Z')
  expect(mails()).toEqual([ON, ON, TODAY])
  expect(pushes().map(({ title }) => title)).toEqual([ON, ON, TODAY])
  expect(pushes().every((message) => v.safeParse(pushMessageSchema, message).success)).toBe(true)
  expect(provider.mails.at(-1)?.text).toContain('/vehicle-docs-renewal')
})

test('it comes in the driver’s language, and the device’s', async () => {
  await profile({ language: 'fr' })
  await subscribe('fr')
  await keep({ insurance: DAY })
  await at(SEVEN)
  expect(mails()).toEqual(['Assurance au tiers, ABC-123DE\u00a0: expire le 30 novembre'])
  expect(pushes()).toMatchObject([{ title: mails()[0], language: 'fr', kind: 'document' }])
})

test('emails of documents are turned off alone, and on again', async () => {
  await profile({ mail_off: ['document'] })
  await keep({ licence: DAY })
  await at(THIRTY)
  expect(mails()).toEqual([])
  expect(pushes()).toHaveLength(1)
  await profile({ mail_off: ['booking', 'change', 'cancellation'] })
  await at(SEVEN)
  expect(mails()).toEqual([ON])
})

test('a date that was changed is not told any more, its new one is; changed back, nothing is told twice', async () => {
  await keep({ licence: DAY })
  await at(THIRTY)
  await keep({ licence: '2027-11-30' })
  await at(SEVEN)
  expect(mails()).toEqual([ON])
  provider.clock.advance(HOUR_MS)
  await keep({ licence: DAY })
  await at('2026-11-24T12:00:00Z')
  expect(mails()).toEqual([ON])
  await keep({ licence: null })
  await keep({ licence: DAY })
  await at(LAST)
  await keep({ licence: null })
  await keep({ licence: DAY })
  await at('2026-11-30T10:00:00Z')
  expect(mails()).toEqual([ON, TODAY])
  await at('2027-10-31T07:00:00Z')
  expect(mails()).toHaveLength(2)
})

test('between what is due and its sending a changed date, or a deleted vehicle, cancels it', async () => {
  await keep({ licence: DAY })
  const other = await addVehicle(driver, 'XYZ-987AB')
  await keep({ licence: DAY }, { vehicle: other })
  provider.clock.set(Date.parse(THIRTY))
  await queueDue(provider.deps.db, provider.clock.now())
  await keep({ licence: '2027-11-30' })
  await call('DELETE', `/user/vehicles/${other}`)
  provider.clock.set(Date.parse(THIRTY) + HOUR_MS)
  await round()
  expect([mails(), pushes()]).toEqual([[], []])
})

test('what was due before its date was written, or is not needed, is not told', async () => {
  await keep({ hackney: DAY })
  await at('2026-11-10T12:00:00Z')
  await keep({ licence: DAY, hackney: DAY })
  await round()
  expect(mails()).toEqual([])
  await at(SEVEN)
  expect(mails()).toEqual([ON])
  await keep({ licence: DAY, hackney: DAY }, { commercial: true })
  await at(LAST)
  expect(mails()).toEqual([ON, '2 vehicle documents expire'])
  expect(pushes().at(-1)?.body).toBe(`Hackney permit, ABC-123DE: expires today\n${TODAY}`)
})

test('a renewal that was paid since is not reminded of, one that was rejected is', async () => {
  await keep({ licence: DAY })
  provider.clock.advance(DAY_MS)
  await upload(await takePhoto())
  expect((await renew({ quoted_total: LICENCE_AND_SERVICE })).status).toBe(201)
  await at(THIRTY)
  expect(mails()).toEqual([])
  await provider.deps.db.query(
    `update document_renewals set stage = 'rejected', reason = 'x', refunded_minor = total_minor where user_id = $1`,
    [driver.userId],
  )
  await at(SEVEN)
  expect(mails()).toEqual([ON])
})

test('what becomes due together, of several vehicles too, is one email and one notification', async () => {
  const other = await addVehicle(driver, 'XYZ-987AB')
  await keep({ licence: DAY, insurance: DAY, roadworthiness: '2026-12-23' })
  await keep({ licence: DAY, insurance: DAY }, { vehicle: other })
  await at(SEVEN)
  expect(mails()).toEqual(['5 vehicle documents expire'])
  const lines = [ABC_INSURANCE, ON, XYZ_INSURANCE, 'Vehicle licence, XYZ-987AB: expires on 30 November']
  expect(pushes()).toMatchObject([{ title: mails()[0], body: `${lines.join('\n')}\nAnd 1 more`, tag: 'documents' }])
  expect(pushes().every((message) => v.safeParse(pushMessageSchema, message).success)).toBe(true)
  for (const line of [...lines, 'Roadworthiness, ABC-123DE: expires on 23 December'])
    expect(provider.mails.at(-1)?.text).toContain(line)
  await at('2026-11-24T12:00:00Z')
  expect([mails(), pushes()].map(({ length }) => length)).toEqual([1, 1])
})

test('of what is due together a changed date and a deleted vehicle are left out, the rest is told', async () => {
  const other = await addVehicle(driver, 'XYZ-987AB')
  await keep({ licence: DAY }, { vehicle: other })
  await keep({ licence: DAY, insurance: DAY })
  provider.clock.set(Date.parse(SEVEN))
  await queueDue(provider.deps.db, provider.clock.now())
  await call('DELETE', `/user/vehicles/${other}`)
  await keep({ licence: '2027-11-30', insurance: DAY })
  await round()
  expect([mails(), pushes().map(({ title }) => title)]).toEqual([[ABC_INSURANCE], [ABC_INSURANCE]])
})

test('after an outage the nearest alone is told, and none that is over', async () => {
  await keep({ licence: DAY, insurance: '2026-11-20' })
  await at('2026-11-25T12:00:00Z')
  expect(mails()).toEqual([ON])
  expect(pushes()).toHaveLength(1)
})
