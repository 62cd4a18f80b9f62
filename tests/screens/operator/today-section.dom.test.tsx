import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import { TodaySection } from '../../../src/screens/operator/today-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'
import { DAY_EXAMPLE, STATEMENT_EXAMPLE } from '../../../provider/routes/operator/day-examples.ts'

const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['day', 'statements'], parks: [{ id: 1, code: 'CAKQ2M7', name: 'Front Street' }] },
  ...{ created_at: '2026-11-25T09:00:00Z', expires_at: null },
}
const MONEY = { count: 1, fees: 0, tax: 0 }

let asked: string[]
beforeEach(() => {
  asked = []
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url).pathname + new URL(url).search)
    if (!url.includes('/statement')) return Response.json(DAY_EXAMPLE)
    const figures = [
      { ...MONEY, kind: 'booking', paid: 5_000, park: 4_000 },
      { ...MONEY, kind: 'refund', paid: -1_200, park: -1_000 },
      { ...MONEY, kind: 'payout', paid: 0, park: -90_000 },
    ]
    return Response.json({
      data: { ...STATEMENT_EXAMPLE.data, currencies: [{ currency: 'CAD', opening: 0, closing: 0, figures }] },
    })
  })
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
async function open(operator: OperatorKeyWire, until: string): Promise<HTMLElement> {
  const host = await render(<TodaySection operator={operator} park={null} />)
  for (let tries = 0; tries < 50 && !host.textContent.includes(until); tries += 1) await settle()
  return host
}

test('shows owners what was paid on the day less refunds, whatever was paid out', async () => {
  const host = await open(OPERATOR, 'Takings')
  expect(host.textContent).toContain('$38.00')
  expect(host.textContent).toContain('$30.00 for the car park, after fees and tax')
  expect(asked).toContain('/api/v1/operator/parks/CAKQ2M7/statement?from=2026-11-25&until=2026-11-25')
})

test('asks for no money where the role sees none', async () => {
  const host = await open({ ...OPERATOR, role: 'staff', scopes: ['day'] }, 'Taken now')
  await settle()
  expect(host.textContent).not.toContain('Takings')
  expect(asked.some((path) => path.includes('statement'))).toBe(false)
})
