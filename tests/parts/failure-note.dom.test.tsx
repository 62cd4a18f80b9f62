import { expect, it, vi } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import { FailureNote } from '../../src/parts/failure-note.tsx'
import { render } from '../setup/render.tsx'

vi.mock('../../src/lib/phone-zone.ts', () => ({ phoneZone: () => 'America/Toronto' }))
// The module reads the page's clock on load.
vi.hoisted(() => vi.setSystemTime(new Date('2026-11-23T15:00:00Z')))

const refused: ActionError = {
  kind: 'refused',
  code: 'too_many_cancellations',
  detail: '',
  extra: { book_again_at: '2026-11-24T13:05:00Z' },
}

it('says when one can book again after too many free cancellations', async () => {
  const page = await render(<FailureNote failure={refused} doing="Booking" />)
  expect(page.textContent).toContain('You changed your mind five times within 24 hours')
  expect(page.textContent).toContain('You can book again tomorrow 08:05.')
})

it('says it in French', async () => {
  const page = await render(<FailureNote failure={refused} doing="Réservation" />, 'fr')
  expect(page.textContent).toContain('Vous pourrez réserver à nouveau demain 8\u00a0h\u00a005.')
})

it('leaves the time out where the provider gave none that can be read', async () => {
  const page = await render(<FailureNote failure={{ ...refused, extra: { book_again_at: 'soon' } }} doing="Booking" />)
  expect(page.textContent).not.toContain('You can book again tomorrow')
})

it('says how much is missing in the wallet and leads to adding it, at least what a payment may be', async () => {
  const extra = { missing: 250, balance: 100, currency: 'CAD' }
  const tooLow: ActionError = { kind: 'refused', code: 'wallet_too_low', detail: '', extra }
  const page = await render(<FailureNote failure={tooLow} doing="Paying" />)
  expect(page.textContent).toContain('You need C$2.50 more in your wallet')
  const link = page.querySelector('a')
  const asked = new URL(link?.getAttribute('href') ?? '', 'https://baywise.test')
  expect(asked.pathname).toBe('/wallet/add-funds')
  expect(Number(asked.searchParams.get('amount'))).toBeGreaterThanOrEqual(250)
})
