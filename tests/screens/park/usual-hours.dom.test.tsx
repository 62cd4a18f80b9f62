import { expect, it, vi } from 'vitest'
import type { Park } from '../../../src/contract/parks.ts'
import { applyTypicalHours } from '../../../src/db/apply/typical-hours.ts'
import { databases } from '../../../src/db/databases.ts'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import UsualHours from '../../../src/screens/park/usual-hours.tsx'
import { render, setActing } from '../../setup/render.tsx'
import { makePark } from '../find/park-fixture.ts'

/** A Monday, 09:00 in Toronto. */
const FROM = toInstant(Date.parse('2026-11-23T14:00:00Z'))
const STAY = { from: FROM, until: toInstant(FROM + 2 * HOUR_MS) }
const NOTHING: readonly null[] = Array.from({ length: 24 }, () => null)
const MONDAY = NOTHING.map((_, hour) => (hour >= 8 && hour < 12 ? hour * 5 : null))

// Rows arrive from the database outside act().
async function open(park: Park): Promise<HTMLElement> {
  const page = await render(<UsualHours park={park} stay={STAY} />)
  setActing(false)
  return page
}

const keep = (parkId: number, hours: (number | null)[][] | null) =>
  applyTypicalHours(databases, {
    typical: { park_id: parkId, as_of: '2026-11-23T12:00:00Z', weeks: 8, hours },
    savedAt: Date.now(),
  })

it('draws the weekday of the stay with its hours, says how they usually are, and has a table for readers', async () => {
  await keep(11, [[...NOTHING], [...MONDAY], ...Array.from({ length: 5 }, () => [...NOTHING])])
  const page = await open(makePark({ id: 11, demo_fields: [] }))
  await vi.waitFor(() => expect(page.querySelector('h2')?.textContent).toBe('Usually on a Monday'))
  expect(page.textContent).toContain('usually busy')
  expect(page.textContent).toContain('average of 8 weeks')
  expect(page.querySelectorAll('svg')).toHaveLength(4)
  expect(page.querySelectorAll('svg[data-own]')).toHaveLength(2)
  const rows = [...page.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(': '),
  )
  expect(rows).toEqual([
    '08:00: 40% of spaces',
    '09:00, your stay: 45% of spaces',
    '10:00, your stay: 50% of spaces',
    '11:00: 55% of spaces',
  ])
})

it('calls nothing easy of spaces that the sandbox made up', async () => {
  await keep(12, [[...NOTHING], [...MONDAY], ...Array.from({ length: 5 }, () => [...NOTHING])])
  const page = await open(makePark({ id: 12, demo_fields: ['capacity'] }))
  await vi.waitFor(() => expect(page.querySelector('h2')).not.toBeNull())
  expect(page.textContent).not.toContain('your stay:')
})

it('shows nothing where too little is known', async () => {
  await keep(13, null)
  const page = await open(makePark({ id: 13 }))
  expect(page.textContent).toBe('')
})
