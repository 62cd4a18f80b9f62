import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AutoTopUp } from '../../../src/contract/payments.ts'
import { applySubscriptions } from '../../../src/db/apply/plans.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { PlanRunning } from '../../../src/screens/marketplace/plan-running.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { subscriptionOf } from '../../db/support/subscription.ts'
import { render, setActing } from '../../setup/render.tsx'

const SETTINGS: AutoTopUp = {
  ...{ available: true, enabled: false, currency: 'CAD', off_reason: null },
  ...{ threshold: 0, amount: 0, monthly_cap: 0, charged_this_month: 0 },
  method: null,
}
const CARD = { brand: 'Visa', last4: '4242', saved_at: '2026-11-01T12:00:00Z' }
const BY_CARD = 'If the wallet is short at renewal, charge my saved card'

async function open(settings: AutoTopUp): Promise<HTMLElement> {
  const { user } = sessionOf()
  const wallet = { balance: 0, currency: 'CAD', held: 0, as_of: '2026-11-01T12:00:00Z' } as const
  await databases.user(user.user_id).wallets.put({ currency: 'CAD', wallet, savedAt: 1, autoTopUp: settings })
  const host = await render(<PlanRunning subscription={subscriptionOf()} />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Stop plan'))
  return host
}

const boxOf = (host: HTMLElement) => host.querySelector<HTMLInputElement>('input[type="checkbox"]')

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'checking', lastSuccessAt: null })
  const session = sessionOf()
  await applySession(databases, session, Date.now())
  await applySubscriptions(databases, session.user.user_id, { rows: [subscriptionOf()], savedAt: Date.now() })
})

test('a renewal by card is offered only where a card is saved that can be charged', async () => {
  const host = await open({ ...SETTINGS, method: CARD })
  await vi.waitFor(() => expect(host.textContent).toContain(BY_CARD))
})

test.each([
  ['no card is saved', SETTINGS],
  ['no payment service can charge it', { ...SETTINGS, available: false, method: CARD }],
])('it is not offered where %s', async (_, settings) => {
  const host = await open(settings)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(host.textContent).not.toContain(BY_CARD)
})

test('with no connection it cannot be changed, and says so', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  const host = await open({ ...SETTINGS, method: CARD })
  await vi.waitFor(() => expect(host.textContent).toContain(`${BY_CARD}Needs a connection`))
  expect(boxOf(host)?.disabled).toBe(true)
})
