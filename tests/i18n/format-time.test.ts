import { setupI18n, type I18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, toInstant, type Instant } from '../../src/domain/instant.ts'
import { createFormat } from '../../src/i18n/format.ts'
import { messages as english } from '../../locales/en.po'
import { messages as french } from '../../locales/fr.po'

const at = (text: string): Instant => toInstant(Date.parse(text))
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

const TORONTO = 'America/Toronto'
const NOW = at('2026-11-20T20:00:00Z')

let en: I18n
let fr: I18n
beforeAll(() => {
  en = setupI18n({ locale: 'en', messages: { en: english } })
  fr = setupI18n({ locale: 'fr', messages: { fr: french } })
})

describe('times', () => {
  test('are those of the park and not of the phone', () => {
    const format = createFormat(en)
    expect(format.time(at('2026-11-20T19:05:00Z'), TORONTO)).toBe('14:05')
    expect(format.time(at('2026-11-20T19:05:00Z'), 'Africa/Dakar')).toBe('19:05')
  })

  test('are written the French way in French', () => {
    expect(plain(createFormat(fr).time(at('2026-11-20T19:05:00Z'), TORONTO))).toBe('14 h 05')
    expect(createFormat(fr).time(at('2026-11-20T19:05:00Z'), TORONTO)).not.toContain(' ')
    expect(plain(createFormat(fr).minuteOfDay(7 * 60))).toBe('7 h 00')
    expect(createFormat(en).minuteOfDay(7 * 60)).toBe('07:00')
  })

  test('are of twelve hours at car parks in the United States, in English only', () => {
    const format = createFormat(en)
    const clocks = ['05:05', '12:05', '17:05', '19:05'].map((utc) =>
      plain(format.time(at(`2026-11-20T${utc}:00Z`), 'America/New_York')),
    )
    expect(clocks).toEqual(['12:05 AM', '7:05 AM', '12:05 PM', '2:05 PM'])
    expect(format.time(at('2026-11-20T19:05:00Z'), 'America/New_York')).not.toContain(' ')
    expect(plain(createFormat(fr).time(at('2026-11-20T19:05:00Z'), 'America/New_York'))).toBe('14 h 05')
    expect(format.time(at('2026-11-20T19:05:00Z'), 'Africa/Lagos')).toBe('20:05')
    expect(plain(format.minuteOfDay(24 * 60, true))).toBe('12:00 AM')
    expect(format.minuteOfDay(24 * 60)).toBe('24:00')
  })

  test('name the day when it is near, and the date when it is not', () => {
    const options = { zone: TORONTO, now: NOW }
    const format = createFormat(en)
    expect(format.dayTime(at('2026-11-20T23:00:00Z'), options)).toBe('Today 18:00')
    expect(format.dayTime(at('2026-11-21T14:00:00Z'), { ...options, inSentence: true })).toBe('tomorrow 09:00')
    expect(format.dayTime(at('2026-11-19T14:00:00Z'), options)).toBe('Yesterday 09:00')
    expect(plain(format.dayTime(at('2026-11-14T17:38:00Z'), options))).toBe('14 Nov, 12:38')
    expect(plain(format.dayTime(at('2025-03-01T17:00:00Z'), options))).toBe('1 Mar 2025, 12:00')
    expect(plain(createFormat(fr).dayTime(at('2026-11-20T23:00:00Z'), options))).toBe('Aujourd’hui 18 h 00')
    expect(plain(createFormat(fr).date(at('2026-11-01T17:00:00Z'), TORONTO, NOW))).toBe('1er nov.')
  })

  test('of a saved copy leave the day out when it is today', () => {
    const options = { zone: TORONTO, now: NOW }
    expect(createFormat(en).savedAt(at('2026-11-20T19:05:00Z'), options)).toBe('14:05')
    expect(createFormat(en).savedAt(at('2026-11-19T19:05:00Z'), options)).toBe('yesterday 14:05')
  })

  test('of a stay on one day never part, not even after the dash', () => {
    const stay = createFormat(fr).stay(at('2026-11-20T19:30:00Z'), at('2026-11-20T23:00:00Z'), {
      zone: TORONTO,
      now: NOW,
    })
    expect(stay).toBe('Aujourd’hui 14\u00a0h\u00a030\u00a0–\u2060\u00a018\u00a0h\u00a000')
  })

  test('of a stay name the second day only when it is another', () => {
    const options = { zone: TORONTO, now: NOW }
    const format = createFormat(en)
    expect(plain(format.stay(at('2026-11-20T19:30:00Z'), at('2026-11-20T23:00:00Z'), options))).toBe(
      'Today 14:30 –\u2060 18:00',
    )
    expect(plain(format.stay(at('2026-11-20T23:00:00Z'), at('2026-11-21T13:00:00Z'), options))).toBe(
      'Today 18:00 – tomorrow 08:00',
    )
  })
})

describe('durations, ages and distances', () => {
  test('are as short as they can be read', () => {
    const format = createFormat(en)
    expect(plain(format.duration(42 * MINUTE_MS + 59_000))).toBe('42 min')
    expect(plain(format.duration(3 * HOUR_MS))).toBe('3 h')
    expect(plain(format.duration(3.5 * HOUR_MS))).toBe('3 h 30')
    expect(plain(format.duration(HOUR_MS + 5 * MINUTE_MS))).toBe('1 h 05')
    expect(plain(format.duration(26 * HOUR_MS))).toBe('1 d 2 h')
    expect(plain(createFormat(fr).duration(48 * HOUR_MS))).toBe('2 j')
    expect(format.duration(MINUTE_MS - 1)).toBe('less than a minute')
    expect(createFormat(fr).duration(0)).toBe('moins d’une minute')
    expect(format.duration(-1)).toBe('less than a minute')
  })

  test('say how old a thing is', () => {
    expect(createFormat(en).age(toInstant(NOW - 20_000), NOW)).toBe('just now')
    expect(plain(createFormat(en).age(toInstant(NOW - 37 * MINUTE_MS), NOW))).toBe('37 min ago')
    expect(plain(createFormat(fr).age(toInstant(NOW - 37 * MINUTE_MS), NOW))).toBe('il y a 37 min')
  })

  test('give metres near by and kilometres far away', () => {
    const format = createFormat(en)
    expect([4, 233, 994, 996, 2_680, 18_400].map((metres) => plain(format.distance(metres)))).toEqual([
      '10 m',
      '230 m',
      '990 m',
      '1 km',
      '2.7 km',
      '18 km',
    ])
    expect(plain(createFormat(fr).distance(2_680))).toBe('2,7 km')
    expect(plain(format.metres(1.95))).toBe('1.95 m')
  })

  test('name a country in the language that is shown', () => {
    expect(createFormat(fr).country('US')).toBe('États-Unis')
    expect(createFormat(en).country('SN')).toBe('Senegal')
  })
})
