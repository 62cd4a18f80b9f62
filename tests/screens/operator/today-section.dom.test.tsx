import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { OperatorDay } from '../../../src/contract/operator-day.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import { TodaySection } from '../../../src/screens/operator/today-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'
import { DAY_EXAMPLE, STATEMENT_EXAMPLE } from '../../../provider/routes/operator/day-examples.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-26T15:00:00Z'))
afterAll(() => void vi.useRealTimers())

const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['day', 'statements'], parks: [{ id: 1, code: 'CAKQ2M7', name: 'Front Street' }] },
  ...{ created_at: '2026-11-25T09:00:00Z', expires_at: null },
}
const MONEY = { count: 1, fees: 0, tax: 0 }

let asked: string[]
let changes: Partial<OperatorDay>
beforeEach(() => {
  changes = {}
  asked = []
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(new URL(url).pathname + new URL(url).search)
    if (!url.includes('/statement')) return Response.json({ data: { ...DAY_EXAMPLE.data, ...changes } })
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

test('a stay of several days and a time of another day are shown with their days', async () => {
  const { arrivals } = DAY_EXAMPLE.data
  const [first] = arrivals.list
  if (first === undefined) throw new Error('no arrival')
  changes = { arrivals: { ...arrivals, list: [{ ...first, until: '2026-11-27T14:00:00Z' }] } }
  const host = await open(OPERATOR, 'Takings')
  const rows = (label: string) =>
    host
      .querySelector(`ul[aria-label="${label}"]`)
      ?.textContent.replaceAll(/\u2060/g, '')
      .replaceAll(/\s/g, ' ')
  expect(rows('Arrivals')).toContain('Yesterday 14:00 – tomorrow 09:00')
  expect(rows('Over time')).toContain('until yesterday 17:30')
  expect(rows('Reported problems')).toContain('yesterday 04:00')
})
