import { expect, test } from 'vitest'
import { mustInstant } from '../../src/domain/instant.ts'
import { listUpcomingEvents } from '../../provider/repositories/events.ts'
import { ensureDemoEvents } from '../../provider/services/demo-events.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider } from './support/test-provider.ts'

test('a demo event begins at 18:00 at its place, also on a day when clocks change', async () => {
  const provider = await startTestProvider()
  await insertTestPark(provider.deps.db, { capacity: 40 })
  // Twelve days before clocks in Toronto go back an hour.
  provider.clock.set(mustInstant('2026-10-20T16:00:00Z'))
  await ensureDemoEvents(provider.deps)
  const planned = await listUpcomingEvents(provider.deps.db, provider.clock.now())
  expect(planned).toMatchObject([
    {
      ...{ country_code: 'CA', starts_at: mustInstant('2026-11-01T18:00:00-05:00') },
      ...{ parking_from: mustInstant('2026-11-01T17:00:00-05:00') },
      ...{ parking_until: mustInstant('2026-11-01T23:00:00-05:00') },
    },
  ])
  await provider.close()
})
