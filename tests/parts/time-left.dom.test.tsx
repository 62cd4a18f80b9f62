import { expect, test } from 'vitest'
import { TimeLeft } from '../../src/parts/time-left.tsx'
import { render } from '../setup/render.tsx'

const MINUTE_MS = 60_000
/** A stay that ended a little over a quarter of an hour ago. */
const over = {
  status: 'active',
  start_time: new Date(Date.now() - 120 * MINUTE_MS).toISOString(),
  end_time: new Date(Date.now() - 15.5 * MINUTE_MS).toISOString(),
} as const

test.each([
  ['as everywhere', {}, 'Ended'],
  ['longer in this park', { grace_minutes: 20 }, '5 min to leave'],
])('a stay is over when its grace is: %s', async (_grace, park, said) => {
  const host = await render(<TimeLeft booking={{ ...over, park }} />)
  expect(host.textContent.replaceAll(/\s/g, ' ')).toBe(said)
})
