import { expect, test } from 'vitest'
import { formatAmount, formatTime } from '../../provider/messages/format.ts'

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const AT = Date.parse('2026-11-20T19:05:00Z')

test('a time is written in the zone of the car park as the app writes it', () => {
  expect(formatTime(AT, 'Africa/Lagos', 'en')).toBe('20:05')
  expect(formatTime(AT, 'America/Toronto', 'en')).toBe('14:05')
  expect(plain(formatTime(AT, 'America/New_York', 'en'))).toBe('2:05 PM')
  expect(plain(formatTime(AT, 'America/Toronto', 'fr'))).toBe('14 h 05')
  expect(formatTime(AT, 'America/Toronto', 'fr')).not.toContain(' ')
})

test('an amount below zero carries the minus of the app in both languages', () => {
  expect(formatAmount(-700, 'CAD', 'en')).toBe('\u2212C$7.00')
  expect(plain(formatAmount(-700, 'CAD', 'fr'))).toBe('\u22127,00 $')
  expect(plain(formatAmount(-1_500, 'XOF', 'en'))).toBe('\u22121,500 CFA')
  expect(plain(formatAmount(1_500, 'XOF', 'fr'))).toBe('1 500 F CFA')
})
