import 'fake-indexeddb/auto'
import { Navigate, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { PaymentWire } from '../../../src/contract/payments.ts'
import type { Verification } from '../../../src/screens/payment/use-verification.ts'
import PaymentResultScreen from '../../../src/screens/payment/payment-result-screen.tsx'
import { render } from '../../setup/render.tsx'

const verification = vi.hoisted(() => ({ now: undefined as Verification | undefined }))
vi.mock('../../../src/screens/payment/use-verification.ts', () => ({ useVerification: () => verification.now }))

const PENDING: PaymentWire = {
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
  created_at: '2026-11-21T10:00:00Z',
  expires_at: '2026-11-21T10:30:00Z',
  settled_at: null,
}

const Returned = () =>
  useLocation().search === '' ? <Navigate to="?payment_reference=bw-1" replace /> : <PaymentResultScreen />

async function textOf(failure: Verification['failure']): Promise<string> {
  verification.now = {
    payment: PENDING,
    isAsking: false,
    isBusyElsewhere: false,
    failure,
    message: null,
    askAgain: () => undefined,
  }
  const host = await render(<Returned />)
  return host.textContent ?? ''
}

test('a payment that the provider calls open is said to be not finished', async () => {
  expect(await textOf(null)).toContain('Not finished yet')
})

test.each([{ kind: 'timeout' }, { kind: 'offline' }, { kind: 'invalid_response' }] as const)(
  'while no answer comes ($kind), what was known before the driver paid is not said to be so now',
  async (failure) => {
    expect(await textOf(failure)).not.toContain('Not finished yet')
  },
)
