import { expect, it, vi } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import { FailureNote } from '../../src/parts/failure-note.tsx'
import { render } from '../setup/render.tsx'

vi.mock('../../src/lib/phone-zone.ts', () => ({ phoneZone: () => 'America/Toronto' }))
// The clock of the page is read as the module loads.
vi.hoisted(() => vi.setSystemTime(new Date('2026-11-23T15:00:00Z')))

const refused: ActionError = {
  kind: 'refused',
  code: 'too_many_cancellations',
  detail: '',
  extra: { book_again_at: '2026-11-24T13:05:00Z' },
}

it('says when one can book again after too many free cancellations', async () => {
  const page = await render(<FailureNote failure={refused} doing="Booking" />)
  expect(page.textContent).toContain('You cancelled five bookings within 24 hours')
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
