import { act } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toInstant } from '../../../src/domain/instant.ts'
import { PayBar } from '../../../src/screens/checkout/pay-bar.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { useCheckoutDraft } from '../../../src/stores/checkout-draft.ts'
import { render } from '../../setup/render.tsx'

const NEWS = 'The connection is back. Check your choices and pay.'
const HERE = '/checkout/green-p-36'

beforeEach(() => {
  vi.useFakeTimers()
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(async () => {
  await act(async () => useCheckoutDraft.getState().clear())
  vi.useRealTimers()
})

function Bar() {
  const until = toInstant(Date.parse('2026-11-24T12:00:00Z'))
  return (
    <PayBar
      quote={{ lines: [], totalMinor: 1200, currency: 'CAD', tariffVersion: 'v1', validUntilMs: until }}
      until={until}
      zone="America/Toronto"
      mayPay
      isAsking={false}
      isGuest={false}
      company={null}
      gatewayKind={null}
      isBusy={false}
      onPay={() => undefined}
      onBlocked={() => undefined}
    />
  )
}

/** Renders the bar at the checkout of one car park. */
const at = (path: string) => (
  <Routes location={path}>
    <Route path="*" element={<Bar />} />
  </Routes>
)

const PAY = [expect.stringMatching(/^Pay C\$12\.00 from wallet/)]
/** Each button's label, followed by its label while busy. */
const buttonsOf = (host: HTMLElement) => Array.from(host.querySelectorAll('button'), ({ textContent }) => textContent)
const back = () => act(async () => connection.set({ state: 'online', lastSuccessAt: Date.now() }))

test('with no connection the button waits for one; the news of it stands beside Pay, and goes away', async () => {
  connection.set({ state: 'offline', lastSuccessAt: null })
  const host = await render(at(HERE))
  const wait = host.querySelector('button')
  expect(wait?.textContent).toMatch(/^Tell me when I’m connected/)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await act(async () => wait?.click())
  await back()
  expect(host.textContent).toContain(NEWS)
  expect(buttonsOf(host)).toEqual(PAY)
  await act(async () => vi.advanceTimersByTime(20_000))
  expect(host.textContent).not.toContain(NEWS)
  expect(buttonsOf(host)).toEqual(PAY)
})

test('the checkout of another car park says nothing of it', async () => {
  useCheckoutDraft.getState().change({ waitingAt: HERE })
  const host = await render(at('/checkout/green-p-43'))
  expect(host.textContent).not.toContain(NEWS)
  expect(buttonsOf(host)).toEqual(PAY)
})
