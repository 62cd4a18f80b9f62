import { act } from 'react'
import { expect, test } from 'vitest'
import { FindCar, NO_MISSES } from '../../../src/screens/check/find-car.tsx'
import { entryOf, listOf, NOON, PARK } from '../../domain/support/gate.ts'
import { render } from '../../setup/render.tsx'

const list = listOf({
  entries: [
    entryOf({ booking: 'a', plate: 'ABC123DE', state: 'cancelled' }),
    entryOf({ booking: 'b', plate: 'XYZ123DE' }),
  ],
})

function type(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a search by plate marks the booking that was cancelled, and that one alone', async () => {
  const host = await render(
    <FindCar
      method="plate"
      onMethod={() => undefined}
      scanner={null}
      gateNow={() => ({ parkId: PARK, list, keys: new Map(), direction: 'in', now: NOON, logOf: () => [] })}
      misses={NO_MISSES}
      onMisses={() => undefined}
      onFound={() => undefined}
    />,
  )
  const field = host.querySelector<HTMLInputElement>('input[type="search"]')
  if (field === null) throw new Error('no field for the plate')
  await act(async () => type(field, '3de'))
  const rows = Array.from(host.querySelectorAll('li'), ({ textContent }) => textContent)
  expect(rows).toHaveLength(2)
  expect(rows.filter((text) => text.includes('Cancelled'))).toEqual([expect.stringContaining('ABC123DE')])
})
