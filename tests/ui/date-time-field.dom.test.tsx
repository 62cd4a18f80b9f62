import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { DateTimeField } from '../../src/ui/date-time-field.tsx'
import { render, setActing } from '../setup/render.tsx'

const AT = '2026-11-21T14:30'

async function draw(): Promise<HTMLInputElement> {
  const host = await render(
    <DateTimeField isLate label="From" value={AT} shown="Today 14:30" onChange={() => undefined} />,
  )
  const input = host.querySelector('input')
  if (input === null) throw new Error('no field')
  return input
}

test('a page is drawn before the browser makes its own field for a date; that comes once the page is at rest, with the same value', async () => {
  const input = await draw()
  expect(input.type).toBe('text')
  setActing(false)
  await vi.waitFor(() => expect(input.type).toBe('datetime-local'))
  expect(input.value).toBe(AT)
})

test.each(['pointerdown', 'focusin'])('%s does not wait for that', async (event) => {
  setActing(true)
  const input = await draw()
  await act(() => input.dispatchEvent(new Event(event, { bubbles: true })))
  expect(input.type).toBe('datetime-local')
  expect(input.value).toBe(AT)
})
