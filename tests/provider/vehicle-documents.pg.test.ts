import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Renewal, VehicleDates } from '../../src/contract/vehicle-documents.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { findWallet } from '../../provider/repositories/wallet.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { forgetScans, moveRenewal, SCAN_DAYS_AFTER } from '../../provider/services/documents.ts'
import { exportScans } from '../../provider/services/scans.ts'
import { expectRefusal } from './support/accounts.ts'
import { dataOf, documentSteps, LICENCE_AND_SERVICE, takePhoto } from './support/test-documents.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let vehicleId: string
let photo: Buffer
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  await ensureDemoDocuments(provider.deps)
  photo = await takePhoto()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  driver = await createDriver(provider)
  vehicleId = await addVehicle(driver)
})

const { addVehicle, call, upload, renew, read } = documentSteps(() => ({ provider, driver, vehicleId }))

/** The sandbox's welcome credit in kobo. */
const WELCOME = 2_000_000
const balance = async (): Promise<number> =>
  (await findWallet(provider.deps.db, driver.userId, 'NGN'))?.balance_minor ?? WELCOME

async function mustRenew(): Promise<Renewal> {
  await upload(photo)
  return dataOf<Renewal>(await renew(), 201)
}

const move = (code: string, stage: Renewal['stage'], reason: string | null = null) =>
  provider.deps.db.transaction((tx) => moveRenewal(tx, { code, stage, reason, nowMs: provider.clock.now() }))

const finish = async ({ code }: Renewal): Promise<void> => {
  for (const stage of ['checked', 'at_office', 'done'] as const) await move(code, stage)
}

const DATES = {
  commercial: false,
  dates: { licence: '2026-11-30', roadworthiness: '2026-11-02', insurance: null, hackney: null },
}

test('of another driver’s vehicle, and of a deleted one, nothing is taken', async () => {
  const stranger = await createDriver(provider)
  await expectRefusal(await upload(photo, { as: stranger }), 404, 'vehicle_not_found')
  await upload(photo)
  await call('DELETE', `/user/vehicles/${vehicleId}`)
  await expectRefusal(await upload(photo), 404, 'vehicle_not_found')
  await expectRefusal(await renew(), 404, 'vehicle_not_found')
  await expectRefusal(
    await call('PUT', `/vehicle-documents/vehicles/${vehicleId}`, { body: DATES }),
    404,
    'vehicle_not_found',
  )
  expect(await balance()).toBe(WELCOME)
})

test('expiries are kept for each vehicle, and a day that nobody can mean is refused', async () => {
  const put = (body: object) => call('PUT', `/vehicle-documents/vehicles/${vehicleId}`, { body })
  const saved = await dataOf<VehicleDates>(await put(DATES))
  expect(saved).toEqual({ vehicle_id: vehicleId, ...DATES, version: 1 })
  expect((await read()).vehicles).toEqual([saved])
  await expectRefusal(
    await put({ ...DATES, dates: { ...DATES.dates, licence: '9999-12-31' } }),
    422,
    'validation_failed',
  )
  await expectRefusal(
    await put({ ...DATES, dates: { ...DATES.dates, licence: '2026-02-31' } }),
    422,
    'validation_failed',
  )
  const changed = { commercial: true, dates: { ...DATES.dates, licence: null, hackney: '2027-01-01' } }
  expect(await dataOf<VehicleDates>(await put(changed))).toMatchObject({ ...changed, version: 2 })
})

test('a renewal is paid once from the wallet, with its pictures, and has a receipt', async () => {
  await upload(photo)
  const draft = { draft_id: uuid7() }
  const renewal = await dataOf<Renewal>(await renew(draft), 201)
  expect(renewal).toMatchObject({
    ...{ plate: 'ABC-123DE', stage: 'received', total: LICENCE_AND_SERVICE, service: 150_000, vat: 10_465, demo: true },
    lines: [{ kind: 'licence', amount: 625_000 }],
  })
  expect(renewal.code).toMatch(/^VD-[0-9A-HJKMNP-TV-Z]{8}$/)
  expect(await dataOf<Renewal>(await renew(draft), 201)).toMatchObject({ renewal_id: renewal.renewal_id })
  expect(await balance()).toBe(WELCOME - LICENCE_AND_SERVICE)
  expect((await read()).scans).toEqual([])
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const [kept] = (await read()).renewals
  const receipt = await call('GET', `/receipts/${must(kept?.receipt_number, 'receipt')}`)
  expect(await dataOf(receipt)).toMatchObject({ kind: 'document', renewal: { code: renewal.code } })
})

test('ten taps at once on one draft pay once', async () => {
  await upload(photo)
  const draft = { draft_id: uuid7() }
  const answers = await Promise.all(Array.from({ length: 10 }, () => renew(draft)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await balance()).toBe(WELCOME - LICENCE_AND_SERVICE)
})

test('without a picture, at another price, without the money, or for what the vehicle does not need, nothing is charged', async () => {
  await expectRefusal(await renew(), 409, 'scan_missing')
  await upload(photo)
  await expectRefusal(await renew({ quoted_total: 1 }), 409, 'price_changed')
  await expectRefusal(await renew({ kinds: ['hackney'], quoted_total: 500_000 }), 409, 'documents_unavailable')
  for (let renewed = 0; renewed < 2; renewed += 1) await finish(await mustRenew())
  await upload(photo)
  await expectRefusal(await renew(), 409, 'wallet_too_low')
  expect((await read()).scans).toHaveLength(1)
})

test('of two drafts for one document one is paid, whoever is first, and the other’s picture and money stay', async () => {
  const kinds = { kinds: ['licence', 'insurance'], quoted_total: LICENCE_AND_SERVICE + 500_000 }
  await upload(photo, { kind: 'insurance' })
  await upload(photo)
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => renew(at % 2 === 0 ? {} : kinds)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const paid = must((await read()).renewals[0], 'renewal')
  expect(await balance()).toBe(WELCOME - paid.total)
  await upload(photo)
  await expectRefusal(await renew(), 409, 'document_under_way')
  await expectRefusal(await renew(kinds), 409, 'document_under_way')
  expect(await balance()).toBe(WELCOME - paid.total)
  expect((await read()).scans.map(({ kind }) => kind)).toContain('licence')
})

test('neither under another plate nor as a vehicle added anew is a document paid twice; another document, and another driver, may be', async () => {
  await mustRenew()
  const changes = { plate: 'XYZ-987AB', country_code: 'NG', region: 'LA' }
  expect((await call('PUT', `/user/vehicles/${vehicleId}`, { body: changes })).status).toBe(200)
  await upload(photo)
  await expectRefusal(await renew(), 409, 'document_under_way')
  await call('DELETE', `/user/vehicles/${vehicleId}`)
  const again = await addVehicle(driver, 'abc 123 de')
  await upload(photo, { vehicle: again })
  await expectRefusal(await renew({ vehicle_id: again }), 409, 'document_under_way')
  await upload(photo, { vehicle: again, kind: 'insurance' })
  const insurance = { vehicle_id: again, kinds: ['insurance'], quoted_total: 650_000 }
  expect((await renew(insurance)).status).toBe(201)
  const other = await createDriver(provider)
  const theirs = await addVehicle(other)
  await upload(photo, { as: other, vehicle: theirs })
  expect((await renew({ vehicle_id: theirs }, { as: other })).status).toBe(201)
  expect(await balance()).toBe(WELCOME - LICENCE_AND_SERVICE - 650_000)
})

test('once a renewal has ended, or was refused for want of money, the document can be renewed', async () => {
  const { code } = await mustRenew()
  await upload(photo)
  await expectRefusal(await renew(), 409, 'document_under_way')
  await move(code, 'rejected', 'The picture cannot be read')
  const second = await dataOf<Renewal>(await renew(), 201)
  await finish(second)
  const third = await mustRenew()
  await expectRefusal(await renew(), 409, 'document_under_way')
  await finish(third)
  await upload(photo)
  for (let tries = 0; tries < 2; tries += 1) await expectRefusal(await renew(), 409, 'wallet_too_low')
  expect(await balance()).toBe(WELCOME - 2 * LICENCE_AND_SERVICE)
})

test('it goes through its steps in order, and a picture is deleted some days after the last', async () => {
  const { code } = await mustRenew()
  expect(await move(code, 'at_office')).toMatchObject({ ok: false, error: { code: 'order_stage' } })
  for (const stage of ['checked', 'at_office', 'done'] as const)
    expect(await move(code, stage)).toMatchObject({ ok: true })
  expect(await move(code, 'rejected', 'Too late')).toMatchObject({ ok: false })
  const [renewal] = (await read()).renewals
  expect(renewal?.history.map(({ stage }) => stage)).toEqual(['received', 'checked', 'at_office', 'done'])
  const nowMs = provider.clock.now()
  const keptFor = async (days: number): Promise<number> => {
    await forgetScans(provider.deps.db, nowMs + days * DAY_MS)
    return (await exportScans(provider.deps.db, driver.userId)).length
  }
  expect(await keptFor(SCAN_DAYS_AFTER - 1)).toBe(1)
  expect(await keptFor(SCAN_DAYS_AFTER)).toBe(0)
})

test('a rejected one gives everything back, once, with its reason', async () => {
  const { code } = await mustRenew()
  await move(code, 'checked')
  const moves = await Promise.all([1, 2, 3].map(() => move(code, 'rejected', 'The picture cannot be read')))
  expect(moves.every(({ ok }) => ok)).toBe(true)
  expect(await balance()).toBe(WELCOME)
  expect((await read()).renewals).toMatchObject([
    { stage: 'rejected', reason: 'The picture cannot be read', refunded: LICENCE_AND_SERVICE },
  ])
})

test('pictures are in the driver’s own copy, and go with the account', async () => {
  await upload(photo)
  const answer = await call('GET', '/users/me/export')
  const copy = await dataOf<{ document_scans: { kind: string; picture: string }[] }>(answer)
  expect(copy.document_scans).toMatchObject([{ kind: 'licence' }])
  expect(Buffer.from(must(copy.document_scans[0], 'scan').picture, 'base64').subarray(0, 2)).toEqual(
    Buffer.from([0xff, 0xd8]),
  )
  await provider.deps.db.transaction((tx) => eraseUser(tx, driver.userId, provider.clock.now()))
  expect(await exportScans(provider.deps.db, driver.userId)).toEqual([])
})
