import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentWire } from '../../../src/contract/payments.ts'
import { applyPayments } from '../../../src/db/apply/payments.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { Outcome } from '../../../src/screens/payment/outcome.tsx'
import { UnfinishedPayments } from '../../../src/screens/wallet/unfinished-payments.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { sessionOf } from '../../db/support/session.ts'
import { render, setActing } from '../../setup/render.tsx'

// Dexie answers outside act(), so after the first render React runs as in a browser.

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

const paymentOf = (changes: Partial<PaymentWire>): PaymentWire => ({
  reference: 'bw-1',
  purpose: 'top_up',
  gateway: 'sandbox',
  kind: 'card',
  sandbox: true,
  amount: 2_500,
  currency: 'CAD',
  state: 'pending',
  reason: null,
  outcome: null,
  refunded: 0,
  booking_code: null,
  created_at: inMinutes(-5),
  expires_at: inMinutes(25),
  settled_at: null,
  ...changes,
})

const userId = sessionOf().user.user_id

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await applySession(databases, sessionOf(), Date.now())
  await databases.user(userId).payments.clear()
})

/** Saves a payment with its payment page, as the phone that began it has them. */
async function save(payment: PaymentWire): Promise<void> {
  await applyPayments(databases, userId, { payments: [payment], savedAt: Date.now(), aheadMs: 0 })
  const { gateway, kind, sandbox, expires_at } = payment
  const link = { gateway, kind, sandbox, expires_at, payment_url: 'https://pay.example.test/bw-1' }
  await databases.user(userId).payments.update(payment.reference, { link })
}

const looksOf = (host: HTMLElement) =>
  Object.fromEntries(
    Array.from(host.querySelectorAll('[data-kind]'), (button) => [
      button.textContent,
      button.getAttribute('data-kind'),
    ]),
  )

async function openOutcome(payment: PaymentWire): Promise<HTMLElement> {
  await save(payment)
  const host = await render(<Outcome payment={payment} message={null} onAskAgain={() => undefined} />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('Pay now'))
  return host
}

test('while the payment service works on a payment, asking again is the first button and paying once more the second', async () => {
  expect(looksOf(await openOutcome(paymentOf({})))).toEqual({ 'Pay now': 'secondary', 'Check again': 'primary' })
})

test('a payment whose page was left is paid with the first button', async () => {
  expect(looksOf(await openOutcome(paymentOf({ reason: 'abandoned' })))).toEqual({
    'Pay now': 'primary',
    'Check again': 'secondary',
  })
})

test('an abandoned top-up is put away from the wallet with one tap, with no connection too', async () => {
  await save(paymentOf({ reason: 'abandoned' }))
  const host = await render(<UnfinishedPayments currency="CAD" />)
  setActing(false)
  const find = () => Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent === 'Dismiss')
  await vi.waitFor(() => expect(find()).toBeDefined())
  find()?.click()
  await vi.waitFor(() => expect(host.textContent).toBe(''))
})

test('a top-up that the payment service works on stays in sight', async () => {
  await save(paymentOf({}))
  const host = await render(<UnfinishedPayments currency="CAD" />)
  setActing(false)
  await vi.waitFor(() => expect(host.textContent).toContain('is not finished'))
  expect(host.textContent).not.toContain('Dismiss')
})
