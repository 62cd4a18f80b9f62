import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { type AgreedStay, settlePrice } from '../../provider/rules/agreed-price.ts'
import { at, tariffOf, TORONTO } from '../domain/support/tariffs.ts'

const FROM = at('2026-11-23T14:00:00Z')
const RATE = { tariff: tariffOf({ unitMinutes: 30, freeFirstMinutes: 30 }), taxes: [] }
const PLAN = { names: { en: 'Half', fr: 'Moitié' }, percent: 50, maximumMinor: null, validUntilMs: FROM + HOUR_MS }

const stayOf = (minutes: number, changes: Partial<AgreedStay> = {}): AgreedStay => ({
  startMs: FROM,
  endMs: toInstant(FROM + minutes * MINUTE_MS),
  park: { capacity: 10, timezone: TORONTO, rates: [RATE] },
  plans: [PLAN],
  coupon: null,
  vehicleTypeId: 1,
  agreed: { totalMinor: 0, tariffVersion: RATE.tariff.version },
  nowMs: FROM - HOUR_MS,
  stays: [],
  ...changes,
})

test('a plan stays with a booking from which it took nothing off yet, as within free minutes', () => {
  expect(settlePrice(stayOf(30))).toMatchObject({ ok: true, value: { totalMinor: 0, plan: PLAN } })
})

test('a plan that ends before the stay begins is not kept with the booking', () => {
  const plans = [{ ...PLAN, validUntilMs: FROM }]
  expect(settlePrice(stayOf(30, { plans }))).toMatchObject({ ok: true, value: { plan: null } })
})
