import 'fake-indexeddb/auto'
import { afterAll, expect, test, vi } from 'vitest'
import { applySubscriptions } from '../../../src/db/apply/plans.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { StayFromNow } from '../../../src/screens/landing/stay-from-now.tsx'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { subscriptionOf } from '../../db/support/subscription.ts'
import { render, setActing } from '../../setup/render.tsx'
import { makeRate } from '../find/park-fixture.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-21T15:00:00Z'))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.useRealTimers())

test('the price of a stay from now has the discount of the driver’s plan, on its tiles too', async () => {
  const session = sessionOf()
  await applySession(databases, session, Date.now())
  await applySubscriptions(databases, session.user.user_id, { rows: [subscriptionOf()], savedAt: Date.now() })
  const from = toInstant(Date.now())
  const stay = { from, until: toInstant(from + 2 * HOUR_MS), vehicleTypeId: 1 } as const
  const park = parkOf({ id: 1, rate: makeRate(500) })
  const host = await render(<StayFromNow park={park} stay={stay} onChange={() => undefined} />)
  setActing(false)
  await vi.waitFor(() => expect(host.querySelector('a')?.textContent).toBe('Book until 12:00, C$9.00'))
  expect(host.textContent).not.toContain('C$10.00')
})
