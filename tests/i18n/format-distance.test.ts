import { expect, it } from 'vitest'
import { formatDistance, formatMetres } from '../../src/i18n/format-distance.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [152, '150 m', '500 ft'],
  [231, '230 m', '750 ft'],
  [295, '300 m', '950 ft'],
  [310, '310 m', '0.2 mi'],
  [12, '10 m', '50 ft'],
  [2_740, '2.7 km', '1.7 mi'],
  [17_600, '18 km', '11 mi'],
])('says %i m in metres, and in the United States in feet and miles', (metres, metric, american) => {
  expect(plain(formatDistance('en', metres))).toBe(metric)
  expect(plain(formatDistance('en', metres, 'US'))).toBe(american)
})

it.each([
  { metres: 1.95, metric: '1.95 m', english: '1.95 m (6 ft 5 in)', french: '1,95 m (6 pi 5 po)' },
  { metres: 1.83, metric: '1.83 m', english: '1.83 m (6 ft)', french: '1,83 m (6 pi)' },
  // 6 ft 11.9 in must not round to twelve inches.
  { metres: 2.13, metric: '2.13 m', english: '2.13 m (7 ft)', french: '2,13 m (7 pi)' },
])('says a height of $metric in metres, and in feet beside it where signs have them', (row) => {
  expect(plain(formatMetres('en', row.metres))).toBe(row.metric)
  expect(plain(formatMetres('en', row.metres, 'CA'))).toBe(row.metric)
  expect(plain(formatMetres('en', row.metres, 'US'))).toBe(row.english)
  expect(plain(formatMetres('fr', row.metres, 'US'))).toBe(row.french)
})
