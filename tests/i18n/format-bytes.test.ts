import { expect, test } from 'vitest'
import { formatBytes } from '../../src/i18n/format-bytes.ts'

test.each([
  [0, '0 kB', '0 ko'],
  [1, '1 kB', '1 ko'],
  [12_400, '12 kB', '12 ko'],
  [4_130_000, '4.1 MB', '4,1 Mo'],
  [2_000_000_000, '2 GB', '2 Go'],
])('%i bytes read %s in English and %s in French', (bytes, english, french) => {
  expect(formatBytes('en', bytes)).toBe(english)
  expect(formatBytes('fr', bytes).replaceAll(/\s/g, ' ')).toBe(french)
})
