import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { OverstayPay } from '../../src/parts/overstay-pay.tsx'
import { render } from '../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../sync/support/small-provider.ts'

const payOverstay = vi.hoisted(() => vi.fn<(input: object) => Promise<Result<Booking, ActionError>>>())
vi.mock('../../src/actions/bookings.online.ts', () => ({ payOverstay }))

const booking = bookingOf(BOOKING_ID, { company: 'Clean & Co', currency: 'CAD' })
const refuse = (code: string, extra = {}) =>
  payOverstay.mockResolvedValueOnce(err({ kind: 'refused', code, detail: '', extra }))

beforeEach(() => payOverstay.mockReset().mockResolvedValue(ok(booking)))

async function tap(host: HTMLElement): Promise<string> {
  const button = host.querySelector('button')
  const label = button?.querySelector('span > span')?.textContent ?? ''
  await act(async () => button?.click())
  return label
}

test('says that the company pays; where it refuses says why, and its driver can pay that amount alone', async () => {
  const host = await render(<OverstayPay booking={booking} dueMinor={250} />)
  refuse('company_limit')
  expect(await tap(host)).toBe('Clean & Co pays C$2.50')
  expect(host.querySelector('[role="alert"]')?.textContent).toBe(
    'Clean & Co doesn’t pay for thisIt’s more than your limit with this company. You can pay C$2.50 from your own wallet.',
  )
  refuse('wallet_too_low', { missing: 250, balance: 0, currency: 'CAD' })
  expect(await tap(host)).toBe('Pay C$2.50 yourself')
  expect(host.textContent).toContain('You need C$2.50 more in your wallet')
  expect(await tap(host)).toBe('Pay C$2.50 yourself')
  const asked = payOverstay.mock.calls.map(([input]) => input)
  expect(asked).toMatchObject([{ isPrivate: false }, { isPrivate: true }, { isPrivate: true }])
})

test.each(['company_too_low', 'company_plate', 'company_not_found'])('offers the own wallet after %s', async (code) => {
  const host = await render(<OverstayPay booking={booking} dueMinor={250} />, 'fr')
  refuse(code)
  await tap(host)
  expect(host.textContent).toContain('Clean & Co ne paie pas ce montant')
  expect(await tap(host)).toMatch(/^Payer 2,50.* vous-même$/)
})

test('without a company says what its driver pays', async () => {
  const { company: _company, ...own } = booking
  const host = await render(<OverstayPay booking={own} dueMinor={250} />)
  expect(await tap(host)).toBe('Pay C$2.50 now')
})
