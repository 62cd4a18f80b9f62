import { expect, test } from 'vitest'
import { type OpeningWeek, readOpeningHours, writeOpeningHours } from '../../src/domain/opening-week.ts'

const day = (from: string, to: string) => ({ from, to })
const WORK = day('07:00', '22:00')
const NIGHT = day('18:00', '02:00')

test.each<[string, OpeningWeek]>([
  ['Mon-Fri 07:00-22:00; Sat 18:00-02:00', [null, WORK, WORK, WORK, WORK, WORK, NIGHT]],
  ['Mon 07:00-22:00; Wed 07:00-22:00; Sun 18:00-02:00', [NIGHT, WORK, null, WORK, null, null, null]],
  ['Mon-Sat 07:00-22:00; Sun 00:00-24:00', [day('00:00', '00:00'), WORK, WORK, WORK, WORK, WORK, WORK]],
])('%s is written as it is read', (text, week) => {
  expect(writeOpeningHours(week)).toBe(text)
  expect(readOpeningHours(text)).toEqual({ kind: 'week', week })
})

test('hours that a form with one opening a day cannot show are left to their text', () => {
  expect(readOpeningHours('Mon-Fri 06:00-12:00 + 14:00-20:00')).toEqual({ kind: 'other' })
  expect(readOpeningHours('Mo-Fr 08:00-18:00; PH off')).toEqual({ kind: 'other' })
})

test('day and night, and what nobody has said, have no week', () => {
  expect(readOpeningHours('24/7')).toEqual({ kind: 'always' })
  expect(readOpeningHours('Mon-Sun 00:00-24:00')).toEqual({ kind: 'always' })
  expect(readOpeningHours(null)).toEqual({ kind: 'unknown' })
  expect(writeOpeningHours([null, null, null, null, null, null, null])).toBeNull()
})
