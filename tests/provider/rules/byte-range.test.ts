import { expect, it } from 'vitest'
import { type ByteRange, readRange } from '../../../provider/rules/byte-range.ts'

const part = (start: number, end: number): ByteRange => ({ kind: 'part', start, end })
const WHOLE: ByteRange = { kind: 'whole' }
const BEYOND: ByteRange = { kind: 'beyond' }

it.each<[string | undefined, ByteRange]>([
  [undefined, WHOLE],
  ['bytes=0-0', part(0, 0)],
  ['bytes=10-19', part(10, 19)],
  ['bytes=90-', part(90, 99)],
  ['bytes=90-500', part(90, 99)],
  ['bytes=-10', part(90, 99)],
  ['bytes=-500', part(0, 99)],
  ['bytes=100-', BEYOND],
  ['bytes=200-300', BEYOND],
  ['bytes=-0', BEYOND],
  ['bytes=9-5', WHOLE],
  ['bytes=-', WHOLE],
  ['bytes=0-4,8-9', WHOLE],
  ['bytes=a-b', WHOLE],
  ['bytes=1.5-2', WHOLE],
  ['bytes=99999999999999999999-', WHOLE],
  ['items=0-5', WHOLE],
  ['', WHOLE],
])('of 100 bytes "%s" asks for %j', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})
