import fc from 'fast-check'
import { encode } from 'uqr'
import { beforeAll, expect, test } from 'vitest'
import { decodeBase45, encodeBase45 } from '../../src/domain/base45.ts'
import { makeBookingCode } from '../../src/domain/code.ts'
import { toBookingId, toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import {
  bookingTail,
  importPassKeys,
  passPlate,
  signPass,
  verifyPass,
  type PassKey,
  type PassKeyring,
  type PassPayload,
} from '../../src/domain/pass.ts'
import { encodePayload } from '../../src/domain/pass-payload.ts'
import { at } from './support/tariffs.ts'

const KEY_ID = 7
let privateKey: PassKey
let keys: PassKeyring

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  privateKey = pair.privateKey
  keys = await importPassKeys([{ kid: KEY_ID, jwk: { kty: 'EC', crv: 'P-256', x, y } }])
})

const example: PassPayload = {
  keyId: KEY_ID,
  parkId: toParkId(4_000_000_000),
  bookingTail: bookingTail(toBookingId('019A8F3C-1B2D-7E4F-8A6B-0123456789AB')),
  sequence: 1,
  start: at('2026-11-21T19:30:00Z'),
  end: at('2026-11-21T23:00:00Z'),
  vehicleType: 1,
  ...passPlate('ABC123DE'),
  code: makeBookingCode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
}

const EPOCH = Date.UTC(2020, 0, 1)
const payloads: fc.Arbitrary<PassPayload> = fc
  .record({
    parkId: fc.integer({ min: 0, max: 0xffffffff }),
    tail: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    sequence: fc.integer({ min: 1, max: 255 }),
    startMinute: fc.integer({ min: 0, max: 0xffffff }),
    steps: fc.integer({ min: 0, max: 0xffff }),
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
    start: toInstant(EPOCH + startMinute * 60_000),
    end: toInstant(EPOCH + startMinute * 60_000 + steps * 300_000),
    code: makeBookingCode(code),
  }))

test('the payload has its documented bytes', () => {
  // Version, key, park, booking, sequence, minutes since 2020, 42 units of 5 minutes, class, plate in base 37, code.
  const fields = [
    '11',
    '07',
    'ee6b2800',
    '8a6b0123456789ab',
    '01',
    '374d12',
    '002a',
    '01',
    '00fa834de0be',
    '08864298f4',
  ]
  expect(Buffer.from(encodePayload(example)).toString('hex')).toBe(fields.join(''))
  expect(encodePayload(example)).toHaveLength(32)
})

test('a signed pass is 147 characters and a QR of version 6-M with 41 modules', async () => {
  const text = await signPass(example, privateKey)
  expect(text).toHaveLength(147)
  const { version, size } = encode(text, { ecc: 'M', border: 0 })
  expect([version, size]).toEqual([6, 41])
})

test('whatever is signed is read back', async () => {
  await fc.assert(
    fc.asyncProperty(payloads, async (payload) => {
      expect(await verifyPass(await signPass(payload, privateKey), keys)).toEqual({ kind: 'valid', payload })
    }),
    { numRuns: 60 },
  )
})

test('no single changed bit passes, in the payload or in the signature', async () => {
  const decoded = decodeBase45((await signPass(example, privateKey)).slice(3))
  if (!decoded.ok) throw new Error('a signed pass decodes')
  const kinds = new Set<string>()
  for (let bit = 0; bit < decoded.value.length * 8; bit += 1) {
    const bytes = decoded.value.slice()
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    kinds.add((await verifyPass(`P1:${encodeBase45(bytes)}`, keys)).kind)
  }
  expect([...kinds].toSorted()).toEqual(['forged', 'update_needed'])
})

test('another key with the same id is a forgery, an unknown id asks for an update', async () => {
  const stranger = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  expect(await verifyPass(await signPass(example, stranger.privateKey), keys)).toEqual({ kind: 'forged' })
  expect(await verifyPass(await signPass({ ...example, keyId: 8 }, privateKey), keys)).toEqual({
    kind: 'update_needed',
    reason: 'key',
  })
})

test('a later version asks for an update, other text is malformed', async () => {
  const text = await signPass(example, privateKey)
  const bytes = encodePayload(example)
  bytes[0] = 0x21
  expect(await verifyPass(`P1:${encodeBase45(Uint8Array.from([...bytes, ...new Uint8Array(64)]))}`, keys)).toEqual({
    kind: 'update_needed',
    reason: 'version',
  })
  expect(await verifyPass('P2:WHATEVER', keys)).toEqual({ kind: 'update_needed', reason: 'version' })
  for (const wrong of [
    '',
    'P1:',
    'https://example.com/park/CA7KQ2M',
    text.slice(0, -1),
    text.slice(0, -3),
    `${text} `,
    `${text}000`,
    text.toLowerCase(),
    ` ${text}`,
  ]) {
    expect(await verifyPass(wrong, keys), wrong).toEqual({ kind: 'malformed' })
  }
})

test('a field out of its range is a bug of the caller', async () => {
  const wrong: Partial<PassPayload>[] = [
    { sequence: 256 },
    { sequence: 0 },
    { start: at('2019-12-31T00:00:00Z') },
    { end: toInstant(example.start + 60_000) },
    { plate: 'abc' },
    { plate: '' },
    { keyId: 256 },
  ]
  for (const change of wrong) await expect(signPass({ ...example, ...change }, privateKey)).rejects.toThrow('Invariant')
})

test('a long plate is cut and says so', () => {
  expect(passPlate('ABCDEFGH1234')).toEqual({ plate: 'ABCDEFGH', plateCut: true })
  expect(passPlate('ABC123DE')).toEqual({ plate: 'ABC123DE', plateCut: false })
})

test('Base45 gives the examples of RFC 9285', () => {
  expect(encodeBase45(Buffer.from('AB'))).toBe('BB8')
  expect(encodeBase45(Buffer.from('Hello!!'))).toBe('%69 VD92EX0')
  expect(encodeBase45(Buffer.from('base-45'))).toBe('UJCLQE7W581')
  expect(decodeBase45('QED8WEX0')).toEqual({ ok: true, value: Uint8Array.from(Buffer.from('ietf!')) })
  expect(['GGW', 'A', '::', 'ab1', ':::'].map((text) => decodeBase45(text).ok)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('Base45 goes back and forth', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 99 }), (bytes) => {
      expect(decodeBase45(encodeBase45(bytes))).toEqual({ ok: true, value: Uint8Array.from(bytes) })
    }),
  )
})
