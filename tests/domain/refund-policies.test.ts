import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_REFUND_POLICY,
  refundableStay,
  refundNow,
  refundOutlook,
  shortenedNow,
  type BookedRate,
} from '../../src/domain/cancellation.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import {
  policyToCarry,
  REFUND_POLICIES,
  REFUND_POLICY_NAMES,
  type RefundPolicyName,
} from '../../src/domain/refund-policies.ts'
import { quote } from '../../src/domain/tariff.ts'
import type { RefundPolicy } from '../../src/domain/tariff-types.ts'
import { quoteInput, tariffWithoutPackages } from './support/arbitraries.ts'
import { at, perUnit, tariffOf, windowOf } from './support/tariffs.ts'

const START = at('2026-11-21T12:00:00Z')
const after = (minutes: number) => toInstant(START + minutes * MINUTE_MS)
const LONG_AGO = after(-60 * 24 * 7)

/** Returns the rate with the policy that the operator chose. */
const carrying = (rate: BookedRate, name: RefundPolicyName): BookedRate => {
  const policy = policyToCarry(name)
  return policy === undefined ? rate : { ...rate, tariff: { ...rate.tariff, refundPolicy: policy } }
}
const HOURLY: BookedRate = {
  ...{ tariff: tariffOf({ windows: [windowOf(0, 1440, perUnit(600))] }), taxes: [], vehicleType: 1, zone: 'UTC' },
}
/** Four hours for 2,400, billed by the hour. */
const stayAt = (name: RefundPolicyName, bookedAt = LONG_AGO) =>
  refundableStay({ startMs: START, endMs: after(240), totalMinor: 2400, rate: carrying(HOURLY, name) }, bookedAt)

test.each<[RefundPolicyName, readonly number[]]>([
  ['flexible', [2400, 2400, 2400, 1800, 1200, 0, 0]],
  ['usual', [2400, 2400, 2400, 900, 600, 0, 0]],
  ['day_before', [2400, 1200, 1200, 0, 0, 0, 0]],
  ['no_refund', [0, 0, 0, 0, 0, 0, 0]],
])('%s gives back, from a day before until the end: %j', (name, refunds) => {
  const minutes = [-1441, -1440, -1, 1, 61, 239, 240]
  expect(minutes.map((minute) => refundNow(stayAt(name), after(minute)))).toEqual(refunds)
})

test('the undo gives everything back by every policy, and the outlook says until when', () => {
  for (const name of REFUND_POLICY_NAMES) {
    const stay = stayAt(name, after(-60))
    expect(refundNow(stay, after(-51))).toBe(2400)
  }
  expect(refundOutlook(stayAt('no_refund', after(-60)), after(-60))).toEqual({
    ...{ nowMinor: 2400, undoUntilMs: after(-50) },
    changes: [{ atMs: after(-50), refundMinor: 0 }],
  })
})

test('the usual policy is that of a tariff without a word about it', () => {
  expect(policyToCarry('usual')).toBeUndefined()
  expect(REFUND_POLICIES.usual).toBe(DEFAULT_REFUND_POLICY)
})

test('every policy gives fewer percent as time goes by, and has no limit that an extension could move back', () => {
  for (const name of REFUND_POLICY_NAMES) {
    const policy: RefundPolicy = REFUND_POLICIES[name]
    const percents = policy.map(({ percent }) => percent)
    expect(percents).toEqual(percents.toSorted((a, b) => b - a))
    for (const rule of policy) expect(rule.until === 'start' || rule.offsetMinutes === 0).toBe(true)
  }
})

const policyName = fc.constantFrom(...REFUND_POLICY_NAMES)
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('by whatever policy a stay at any tariff is shortened and then cancelled, no more comes back than by one cancel, and used time is paid', () => {
  fc.assert(
    fc.property(quoteInput(tariffWithoutPackages), policyName, fc.tuple(part, part), (input, name, [cut, left]) => {
      const priced = quote(input)
      if (!priced.ok) return
      const { from: startMs, to: endMs, tariff, taxes, vehicleType, zone } = input
      const rate = carrying({ tariff, taxes, vehicleType, zone }, name)
      const stay = { startMs, endMs, totalMinor: priced.value.totalMinor, rate }
      const booking = refundableStay(stay, LONG_AGO)
      const lasting = endMs - startMs
      const moment = toInstant(startMs + 1 + Math.floor(lasting * left * cut))
      const newEnd = toInstant(Math.max(moment + 1, startMs + Math.floor(lasting * cut)))
      if (newEnd >= endMs) return
      const once = refundNow(booking, moment)
      const { refundMinor, keptMinor } = shortenedNow(booking, newEnd, moment)
      const shorter = refundableStay({ ...stay, endMs: newEnd, totalMinor: keptMinor }, LONG_AGO)
      const then = refundNow(shorter, moment)
      // Both amounts are rounded.
      expect(refundMinor + then).toBeLessThanOrEqual(once + 1)
      const shortest = quote({ ...rate, from: startMs, to: moment })
      if (!shortest.ok) return
      expect(stay.totalMinor - once).toBeGreaterThanOrEqual(shortest.value.totalMinor)
    }),
    { numRuns: 500 },
  )
})
