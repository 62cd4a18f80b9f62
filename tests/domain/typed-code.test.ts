import { expect, test } from 'vitest'
import { displayBookingCode, makeBookingCode } from '../../src/domain/code.ts'
import { pairingLink, parsePairing, toPairingCode, typingWaitMs } from '../../src/domain/typed-code.ts'

const code = toPairingCode(makeBookingCode(Uint8Array.of(0, 1, 9, 20, 30, 8, 14)))

test.each([
  ['as printed', displayBookingCode(code)],
  ['without its hyphen', code],
  ['in lower case with spaces', ` ${displayBookingCode(code).toLowerCase().replace('-', ' ')} `],
  ['with look-alikes', displayBookingCode(code).replaceAll('0', 'O').replaceAll('1', 'I')],
  ['as the link of the QR', pairingLink('https://parking.example', code)],
])('a pairing code is read %s', (_name, text) => {
  expect(parsePairing(text)).toEqual({ ok: true, value: code })
})

test.each([
  ['one wrong character', `${code.startsWith('2') ? '3' : '2'}${code.slice(1)}`, 'wrong_check'],
  ['too short', code.slice(0, 7), 'malformed'],
  ['a link without a code', 'https://parking.example/check', 'malformed'],
  ['a letter that no code has', `U${code.slice(1)}`, 'malformed'],
] as const)('%s is not a pairing code', (_name, text, error) => {
  expect(parsePairing(text)).toEqual({ ok: false, error })
})

test('typing slows down after five misses, and never stops', () => {
  expect([0, 4, 5, 6, 9, 10, 100].map(typingWaitMs)).toEqual([0, 0, 2_000, 4_000, 32_000, 60_000, 60_000])
})
