import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase45, encodeBase45 } from '../../src/domain/base45.ts'
import { makeBookingCode } from '../../src/domain/code.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { passPlate, signPass, verifyPass, type PassPayload } from '../../src/domain/pass.ts'
import { KEY_ID, makeTestKeys } from './support/gate.ts'

/**
 * 1,000 random passes. `npm run test:bits` flips each of the 768 bits of every pass (768,000 verifications, minutes);
 * otherwise a few bits per pass, chosen by seed, which together cover every bit several times.
 */
const IS_WHOLE = process.env['BAYWISE_ALL_BITS'] === '1'
const PASSES = 1_000
const BITS = 96 * 8
const SAMPLED = 4
const SEED = 41

const EPOCH_MINUTE = Date.UTC(2020, 0, 1) / 60_000
const payloads: fc.Arbitrary<PassPayload> = fc
  .record({
    parkId: fc.integer({ min: 0, max: 0xffffffff }),
    tail: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    sequence: fc.integer({ min: 1, max: 255 }),
    startMinute: fc.integer({ min: 0, max: 0xffffff }),
    steps: fc.integer({ min: 1, max: 0xffff }),
    vehicleType: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
    plate: fc.stringMatching(/^[0-9A-Z]{1,12}$/),
    code: fc.uint8Array({ minLength: 7, maxLength: 7 }),
  })
  .map(({ parkId, tail, startMinute, steps, plate, code, ...rest }) => ({
    ...rest,
    ...passPlate(plate),
    keyId: KEY_ID,
    parkId: toParkId(parkId),
    bookingTail: Buffer.from(tail).toString('hex'),
    start: toInstant((EPOCH_MINUTE + startMinute) * 60_000),
    end: toInstant((EPOCH_MINUTE + startMinute + steps * 5) * 60_000),
    code: makeBookingCode(code),
  }))

/** Steps through all bits, pass after pass, by a step size coprime to their number. */
const bitsOf = (pass: number): readonly number[] =>
  IS_WHOLE
    ? Array.from({ length: BITS }, (_, bit) => bit)
    : Array.from({ length: SAMPLED }, (_, index) => ((pass * SAMPLED + index) * 451 + SEED) % BITS)

test('no pass verifies with one bit changed, in the payload or in the signature', { timeout: 3_600_000 }, async () => {
  const { privateKey, keys } = await makeTestKeys()
  const tried = new Set<number>()
  for (const [pass, payload] of fc.sample(payloads, { numRuns: PASSES, seed: SEED }).entries()) {
    const text = await signPass(payload, privateKey)
    const decoded = decodeBase45(text.slice(3))
    if (!decoded.ok) throw new Error('a signed pass decodes')
    expect((await verifyPass(text, keys)).kind).toBe('valid')
    const kinds = await Promise.all(
      bitsOf(pass).map(async (bit) => {
        tried.add(bit)
        const bytes = decoded.value.slice()
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        return (await verifyPass(`P1:${encodeBase45(bytes)}`, keys)).kind
      }),
    )
    expect(kinds).not.toContain('valid')
  }
  expect(tried.size).toBe(BITS)
})
