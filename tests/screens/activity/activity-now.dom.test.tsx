import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLocation } from 'react-router-dom'
import type { AddFunds } from '../../../src/contract/payments.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { databases } from '../../../src/db/databases.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { connection } from '../../../src/signals/connection.ts'
import ActivityScreen from '../../../src/screens/activity/activity-screen.tsx'
import { parkOf } from '../../db/support/park.ts'
import { render, setActing } from '../../setup/render.tsx'
import { book } from '../../sync/support/outbox-phone.ts'
import { createSmallProvider } from '../../sync/support/small-provider.ts'
import { ASKED_AT, group, keep, open, refusedBy, shows, startAfresh, tap, USER } from './support/activity.tsx'

beforeEach(async () => {
  connection.set({ state: 'checking', lastSuccessAt: null })
  await startAfresh()
})

const LOST: Partial<OutboxRow> = {
  state: 'unconfirmed',
  firstSentAt: Date.now(),
  attempts: 3,
  lastError: { kind: 'network', at: ASKED_AT },
}

/** Makes the provider reachable again. */
function reach(): ReturnType<typeof createSmallProvider> {
  const provider = createSmallProvider()
  vi.stubGlobal('fetch', (request: Request) => provider.fetch(request))
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  return provider
}

test('a booking whose answer was lost is not confirmed, does not wait for a signal, and is done by the driver’s tap', async () => {
  const { id } = await keep(book(), LOST)
  const host = await open()
  await shows(host, 'Book Marché Thiès')
  expect(group(host, 'Waiting')).toContain('Not confirmed')
  expect(group(host, 'Waiting')).toContain('Sent, not confirmed yet. It’s never done twice.')
  expect(host.textContent).not.toContain('Waiting for signal')
  const provider = reach()
  tap(host, 'Try again')
  await vi.waitFor(() => expect(group(host, 'Done')).toContain('Marché Thiès: booked, from'))
  expect(provider.effects).toHaveLength(1)
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'done' })
})

test('it is removed only once the provider has promised that it will not happen', async () => {
  const { id } = await keep(book(), LOST)
  const host = await open()
  await shows(host, 'Not confirmed')
  connection.set({ state: 'offline', lastSuccessAt: null })
  tap(host, 'Remove request')
  await shows(host, 'Needs a connection')
  expect(await databases.user(USER).outbox.get(id)).toMatchObject({ state: 'unconfirmed' })
  const provider = reach()
  tap(host, 'Remove request')
  await vi.waitFor(() => expect(group(host, 'Done')).toContain('Removed'))
  expect([...provider.withdrawn]).toEqual([id])
})

test('one that had been done after all is done, not removed', async () => {
  const { id } = await keep(book(), LOST)
  const host = await open()
  await shows(host, 'Not confirmed')
  const provider = reach()
  const headers = { 'idempotency-key': id, 'content-type': 'application/json' }
  const command = book()
  const body = command.kind === 'booking.create' ? JSON.stringify(command.body) : ''
  await provider.fetch(new Request('http://localhost/api/v1/bookings', { method: 'POST', headers, body }))
  tap(host, 'Remove request')
  await vi.waitFor(() => expect(group(host, 'Done')).toContain('Marché Thiès: booked, from'))
  expect(provider.effects).toHaveLength(1)
})

test('money that is not confirmed is named with its amount; an amount that was only typed was not asked for', async () => {
  await keep({ kind: 'wallet.withdraw', amountMinor: 250, currency: 'CAD' }, LOST)
  await keep({ kind: 'wallet.top_up', amountMinor: 900, currency: 'CAD' })
  await keep({ kind: 'payment.verify', reference: 'P-1' }, LOST)
  const host = await open()
  await shows(host, 'Withdrawal of C$2.50')
  expect(host.textContent).not.toContain('C$9.00')
  expect(host.querySelectorAll('h3')).toHaveLength(1)
})

test('a booking that was refused on its page is refused here too, with its reason, and offers no second try', async () => {
  await keep(book(), refusedBy('park_full'))
  const host = await open()
  await vi.waitFor(() => expect(group(host, 'Refused')).toContain('Book Marché Thiès'))
  expect(host.textContent).not.toContain('Try again')
  tap(host, 'Dismiss')
  await vi.waitFor(() => expect(group(host, 'Refused')).toBeUndefined())
})

test('one that met the end of the sign-in is not said to be sent by itself after the next', async () => {
  await keep(book(), { ...LOST, lastError: { kind: 'signed_out', at: ASKED_AT } })
  const host = await open()
  await shows(host, 'Not confirmed')
  expect(host.textContent).not.toContain('It will be sent when you sign in again')
})

const TOP_UP = { kind: 'wallet.top_up', amountMinor: 900, currency: 'CAD' } as const

test('a payment that only began is not said to be saved', async () => {
  await keep(TOP_UP, { state: 'done', firstSentAt: ASKED_AT, settledAt: ASKED_AT })
  const host = await open()
  await shows(host, 'Top-up of C$9.00')
  expect(group(host, 'Done')).toContain('Payment begun')
  expect(host.textContent).not.toContain('Saved')
})

const EXPIRES_AT = '2026-11-21T11:30:00Z'
const BEGUN: AddFunds = {
  reference: 'P-1',
  payment_info: {
    ...{ gateway: 'stripe', kind: 'card', sandbox: true, expires_at: EXPIRES_AT },
    payment_url: '/payment/pay?reference=P-1',
  },
  payment: {
    ...{ reference: 'P-1', purpose: 'top_up', gateway: 'stripe', kind: 'card', sandbox: true },
    ...{ amount: 900, currency: 'CAD', state: 'pending', reason: null, outcome: null, refunded: 0 },
    ...{ booking_code: null, created_at: EXPIRES_AT, expires_at: EXPIRES_AT, settled_at: null },
  },
}

const Where = () => <output>{useLocation().pathname}</output>

test('trying a payment again opens its page', async () => {
  const { id } = await keep(TOP_UP, LOST)
  const host = await render(
    <>
      <ActivityScreen />
      <Where />
    </>,
  )
  setActing(false)
  await shows(host, 'Top-up of C$9.00')
  const headers = { 'idempotency-key': id }
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ success: true, message: '', data: BEGUN }, { status: 201, headers })),
  )
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  tap(host, 'Try again')
  await vi.waitFor(() => expect(host.querySelector('output')?.textContent).toBe('/payment/pay'))
})

test('trying again needs a connection, and says so before the tap', async () => {
  await keep(book(), LOST)
  connection.set({ state: 'offline', lastSuccessAt: null })
  const host = await open()
  await shows(host, 'Try again: Needs a connection')
})

test('the start of a booking is in the time of its car park', async () => {
  await applyParks(databases, [parkOf({ id: 1, timezone: 'Asia/Kolkata' })], ASKED_AT)
  await keep(book(), LOST)
  const host = await open()
  await vi.waitFor(() => expect(host.textContent).toMatch(/Book Marché Thiès, from .*19:30/))
})
