import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookingProof } from '../../src/contract/proofs.ts'
import { importPassKeys, verifyPass } from '../../src/domain/pass.ts'
import { verifySigned } from '../../src/domain/signed-data.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { codeOf } from './support/accounts.ts'
import { codeOfPark, mustCheckIn, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

const requestProof = async (code: string, who: TestDriver): Promise<Response> =>
  provider.request('GET', `/api/v1/bookings/${code}/proof`, { token: await who.token() })

test('a proof holds the pass, the gate, the money, and verifies as a whole', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const code = await codeOfPark(provider, parkId)
  const [first, second] = [await pairPhone(provider, [code]), await pairPhone(provider, [code])]
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const item = (direction: 'in' | 'out', minutes: number) => ({
    ...{ nonce: newNonce(), park: code, booking: tailOf(booking.booking_id), sequence: 1, direction },
    ...{ at: timeAfter(provider, minutes), verdict: 'valid' as const, method: 'scan' as const },
  })
  // The exit is uploaded first; on its own it looks like a car that was never let in.
  expect(await mustCheckIn(provider, second, [item('out', -1)])).toMatchObject([{ flags: ['not_inside'] }])
  await mustCheckIn(provider, first, [{ ...item('in', -9), override_reason: 'Barrier stuck' }])
  const cancel = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
  expect((await provider.request('PUT', cancel, { token: await driver.token(), key: newKey() })).status).toBe(200)
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const answer = await requestProof(booking.booking_code, driver)
  const proof = (await answer.json()) as BookingProof
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  expect(await verifySigned(proof, keys)).toBe('signed')
  expect(proof.data.booking).toMatchObject({ booking_id: booking.booking_id, status: 'cancelled' })
  expect(proof.data.check_ins).toMatchObject([
    { direction: 'in', verdict: 'valid', override_reason: 'Barrier stuck', flags: ['overridden'] },
    { direction: 'out', flags: [] },
  ])
  expect(proof.data.ledger).toMatchObject([
    { kind: 'booking', amount: -booking.total, receipt_number: 'CA-000001' },
    { kind: 'refund', amount: booking.total },
  ])
  expect(JSON.stringify(proof)).not.toContain(first.deviceId)
})

test('the pass in a proof verifies', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const booking = await mustBook(provider, driver, { parkId })
  const { data } = (await (await requestProof(booking.booking_code, driver)).json()) as BookingProof
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  expect((await verifyPass(data.booking.pass?.text ?? '', keys)).kind).toBe('valid')
})

test('a payment that was tried is in it, whatever became of it', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const booking = await mustBook(provider, driver, { parkId })
  await provider.deps.db.query(
    `insert into payments (reference, user_id, purpose, booking_id, amount_minor, currency, state, idempotency_key, fingerprint,
       created_at, expires_at, updated_at) values ($1, $2, 'booking', $3, 450, 'CAD', 'failed', $1, '', $4, $4, $4)`,
    ['tried-1', driver.userId, booking.booking_id, new Date(provider.clock.now())],
  )
  const { data } = (await (await requestProof(booking.booking_code, driver)).json()) as BookingProof
  expect(data.payments).toMatchObject([{ reference: 'tried-1', state: 'failed', amount: 450 }])
})

test('another driver’s booking does not exist', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const booking = await mustBook(provider, driver, { parkId })
  const other = await createDriver(provider)
  for (const code of [booking.booking_code, 'AAAA-AAAA', 'x']) {
    const answer = await requestProof(code, other)
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'booking_not_found'])
  }
})
