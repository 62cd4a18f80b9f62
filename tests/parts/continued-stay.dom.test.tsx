import { expect, test } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import type { Park } from '../../src/contract/parks.ts'
import { mustInstant } from '../../src/domain/instant.ts'
import { useContinuedStay } from '../../src/parts/use-continued-stay.ts'
import { parkOf } from '../db/support/park.ts'
import { render } from '../setup/render.tsx'

const [from, until] = [mustInstant('2026-08-12T16:00:00Z'), mustInstant('2026-08-12T16:30:00Z')]

const refusal: ActionError = {
  kind: 'refused',
  code: 'price_changed',
  detail: '',
  extra: {
    lines: [],
    total: 200,
    currency: 'CAD',
    tariff_version: 'r1',
    previous_stay: { stays: [], other_minutes: 20, grace_minutes: 0 },
  },
}

interface ShownProps {
  readonly park: Park
  readonly plate: string
  readonly failure: ActionError | null
}

function Shown({ park, plate, failure }: ShownProps) {
  return <p>{useContinuedStay(park, { from, until, plate }, failure)?.otherMinutes.toString() ?? 'unknown'}</p>
}

test('what the provider said of another driver’s minutes prices the next attempt', async () => {
  const host = await render(<Shown park={parkOf({ id: 1 })} plate="AAA111" failure={refusal} />)
  expect(host.textContent).toBe('20')
})

test('nothing was said before the first attempt', async () => {
  const host = await render(<Shown park={parkOf({ id: 1 })} plate="AAA111" failure={null} />)
  expect(host.textContent).toBe('unknown')
})
