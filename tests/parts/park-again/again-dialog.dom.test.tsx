import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { err } from '../../../src/lib/result.ts'
import AgainDialog from '../../../src/parts/park-again/again-dialog.tsx'
import { applyCompanies, applyPayer } from '../../../src/db/apply/companies.ts'
import { applyParks } from '../../../src/db/apply/parks.ts'
import { applySession } from '../../../src/db/apply/session.ts'
import { databases } from '../../../src/db/databases.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import { connection } from '../../../src/signals/connection.ts'
import { parkOf } from '../../db/support/park.ts'
import { sessionOf } from '../../db/support/session.ts'
import { makeRate } from '../../screens/find/park-fixture.ts'
import { render, setActing } from '../../setup/render.tsx'
import { bookingOf, BOOKING_ID } from '../../sync/support/small-provider.ts'

const { bookPark, tryAgain } = vi.hoisted(() => ({ bookPark: vi.fn(), tryAgain: vi.fn() }))
vi.mock('../../../src/actions/bookings.online.ts', async (load) => ({ ...(await load()), bookPark }))
vi.mock('../../../src/actions/requests.online.ts', async (load) => ({ ...(await load()), tryAgain }))

// Dexie answers outside act(), so after the first render React runs as in a browser.
afterAll(() => void vi.unstubAllGlobals())

// jsdom has the element but not its modal methods.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

beforeEach(async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  bookPark.mockReset()
  tryAgain.mockReset()
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await applySession(databases, sessionOf(), Date.now())
  await applyParks(databases, [parkOf({ id: 1, name: 'Queen', slug: 'queen-st', rate: makeRate(500) })], Date.now())
})

async function open(button = 'Pay C$10.00 from wallet'): Promise<HTMLElement> {
  const base = bookingOf(BOOKING_ID, { start_time: '2026-11-20T18:00:00Z', end_time: '2026-11-20T20:00:00Z' })
  const booking = { ...base, park_id: 1, park: { ...base.park, name: 'Queen', slug: 'queen-st' } }
  const host = await render(<AgainDialog booking={viewBooking(booking, [])} onClose={() => undefined} />)
  setActing(false)
  await vi.waitFor(() => expect(find(host, button)).toBeDefined())
  return host
}

const find = (host: HTMLElement, text: string): HTMLButtonElement | undefined =>
  Array.from(host.querySelectorAll('button')).find(({ textContent }) => textContent?.startsWith(text))

test('two taps on Pay ask once', async () => {
  bookPark.mockReturnValue(new Promise(() => undefined))
  const host = await open()
  find(host, 'Pay')?.click()
  find(host, 'Pay')?.click()
  await vi.waitFor(() => expect(find(host, 'Pay')?.getAttribute('aria-busy')).toBe('true'))
  expect(bookPark).toHaveBeenCalledTimes(1)
})

test('after a lost answer the same booking can be asked for again, and no second one', async () => {
  bookPark.mockResolvedValue(err({ kind: 'outcome_unknown', requestId: 'r1' }))
  tryAgain.mockResolvedValue(err({ kind: 'outcome_unknown', requestId: 'r1' }))
  const host = await open()
  find(host, 'Pay')?.click()
  await vi.waitFor(() => expect(host.textContent).toContain('Trying again never books twice.'))
  expect(find(host, 'Pay')).toBeUndefined()
  find(host, 'Try again')?.click()
  await vi.waitFor(() => expect(tryAgain).toHaveBeenCalledWith('r1'))
  expect(bookPark).toHaveBeenCalledTimes(1)
})

test('where the wallet is short, the missing amount leads to a top-up', async () => {
  bookPark.mockResolvedValue(
    err({
      ...{ kind: 'refused', code: 'wallet_too_low', detail: 'Too low' },
      extra: { missing: 600, balance: 400, currency: 'CAD' },
    }),
  )
  const host = await open()
  find(host, 'Pay')?.click()
  await vi.waitFor(() => expect(host.textContent).toContain('You need C$6.00 more in your wallet'))
  expect(host.querySelector('[role="alert"] a')?.getAttribute('href')).toBe('/wallet/add-funds?amount=600')
})

test('where it is full, another time is offered', async () => {
  const times = [{ start_time: '2027-01-01T10:00:00Z', end_time: '2027-01-01T12:00:00Z' }]
  bookPark.mockResolvedValue(
    err({ kind: 'refused', code: 'park_full', detail: 'Full', extra: { alternatives: { times, parks: [] } } }),
  )
  const host = await open()
  find(host, 'Pay')?.click()
  await vi.waitFor(() => expect(find(host, 'Free here:')).toBeDefined())
})

const COMPANY = {
  ...{ company_id: '019ab0f3-7e30-7d00-8000-0123456789ab', name: 'Clean & Co', status: 'approved' as const },
  ...{ reason: null, role: 'driver' as const, plates: [], currency: 'CAD' as const, booking_limit: null },
  ...{ month_limit: null, month_spent: 0, created_at: '2026-11-20T18:00:00Z' },
}

test('is paid by the company that paid at the checkout the last time, and says so', async () => {
  bookPark.mockReturnValue(new Promise(() => undefined))
  const { user_id: userId } = sessionOf().user
  await applyCompanies(databases, userId, { companies: [COMPANY], savedAt: Date.now() })
  await applyPayer(databases, userId, COMPANY.company_id)
  const host = await open('Book, Clean & Co pays C$10.00')
  expect(host.textContent).toContain('Clean & Co pays')
  expect(host.textContent).not.toContain('wallet')
  find(host, 'Book, Clean & Co')?.click()
  await vi.waitFor(() =>
    expect(bookPark).toHaveBeenCalledWith(expect.objectContaining({ companyId: COMPANY.company_id })),
  )
})

test.each([
  ['the driver chose to pay', COMPANY, null],
  ['the company is one of another money', { ...COMPANY, currency: 'USD' as const }, COMPANY.company_id],
  ['the driver is none of its people', { ...COMPANY, role: null }, COMPANY.company_id],
])('is paid privately where %s', async (_case, company, payer) => {
  bookPark.mockReturnValue(new Promise(() => undefined))
  const { user_id: userId } = sessionOf().user
  await applyCompanies(databases, userId, { companies: [company], savedAt: Date.now() })
  await applyPayer(databases, userId, payer)
  const host = await open()
  find(host, 'Pay')?.click()
  await vi.waitFor(() => expect(bookPark).toHaveBeenCalledTimes(1))
  expect(bookPark.mock.calls[0]?.[0]).not.toHaveProperty('companyId')
})
