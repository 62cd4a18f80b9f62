import { expect, it } from 'vitest'
import { formatDistance } from '../../src/i18n/format-distance.ts'

it.each([
  [152, '150 m', '500 ft'],
  [231, '230 m', '750 ft'],
  [295, '300 m', '950 ft'],
  [310, '310 m', '0.2 mi'],
  [12, '10 m', '50 ft'],
  [2_740, '2.7 km', '1.7 mi'],
  [17_600, '18 km', '11 mi'],
])('says %i m in metres, and in the United States in feet and miles', (metres, metric, american) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(formatDistance('en', metres))).toBe(metric)
  expect(plain(formatDistance('en', metres, 'US'))).toBe(american)
})
