import { expect, test, vi } from 'vitest'
import { phoneZone } from '../../src/lib/phone-zone.ts'

test('the zone is asked for once for all that is drawn in one go, and anew afterwards: a phone travels', async () => {
  const zones = ['America/Toronto', 'Africa/Lagos']
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(
    () => ({ timeZone: zones.shift() }) as Intl.ResolvedDateTimeFormatOptions,
  )
  expect([phoneZone(), phoneZone(), phoneZone()]).toEqual(Array.from({ length: 3 }, () => 'America/Toronto'))
  await Promise.resolve()
  expect(phoneZone()).toBe('Africa/Lagos')
})
