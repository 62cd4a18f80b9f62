import { expect, test } from 'vitest'
import { TimeToPay } from '../../src/parts/time-to-pay.tsx'
import { render } from '../setup/render.tsx'

const MINUTE_MS = 60_000

async function leftAfter(ms: number, aheadMs = 0): Promise<string | null | undefined> {
  const host = await render(<TimeToPay expiresAt={new Date(Date.now() + ms).toISOString()} aheadMs={aheadMs} />)
  return host.querySelector('[role="timer"]')?.textContent
}

test('the time to pay counts whole minutes, rounded up, in the words of every other countdown', async () => {
  expect(await leftAfter(28.5 * MINUTE_MS)).toBe('29\u00A0min left')
})

test('its last minute is one minute', async () => {
  expect(await leftAfter(20_000)).toBe('1\u00A0min left')
})

test('it follows the provider’s clock, not the phone’s', async () => {
  expect(await leftAfter(28.5 * MINUTE_MS, 10 * MINUTE_MS)).toBe('19\u00A0min left')
})
