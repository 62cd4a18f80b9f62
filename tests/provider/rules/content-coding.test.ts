import { expect, test } from 'vitest'
import { chooseCoding } from '../../../provider/rules/content-coding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.1', 'br'],
  ['BR', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['br;q=x', 'identity'],
  ['identity', 'identity'],
  [',;q=,;;', 'identity'],
])('of "%s" the coding is %s', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})
