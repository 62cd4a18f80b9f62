import { expect, test } from 'vitest'
import { parseGeoRanges } from '../../provider/rules/geo-ranges.ts'

const ranges = parseGeoRanges(
  [
    '"102.88.0.0","102.95.255.255","NG"',
    '41.82.0.0,41.83.255.255,SN',
    'first,last,country',
    '"2607:f2c0::","2607:f2c7:ffff:ffff:ffff:ffff:ffff:ffff","CA"',
    '',
  ].join('\r\n'),
)

test.each([
  ['102.88.0.0', 'NG'],
  ['102.95.255.255', 'NG'],
  ['102.96.0.0', undefined],
  ['41.82.7.7', 'SN'],
  ['1.1.1.1', undefined],
  ['::ffff:41.83.0.1', 'SN'],
  ['2607:f2c0::1', 'CA'],
  ['2607:f2c7:1:2:3:4:5:6', 'CA'],
  ['2607:f2c8::', undefined],
  ['::1', undefined],
  ['unknown', undefined],
])('the country of %s is %s', (address, country) => {
  expect(ranges.find(address)).toBe(country)
})
