import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { OperatorKeyWire } from '../../../src/contract/operator.ts'
import type { ParkTariffWire, TariffPlanBody } from '../../../src/contract/operator-tariffs.ts'
import { tariffToWire, taxToWire } from '../../../src/contract/tariff-mapping.ts'
import { PricesSection } from '../../../src/screens/operator/prices/prices-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { HST_INCLUDED, perUnit, tariffOf, windowOf } from '../../domain/support/tariffs.ts'
import { render } from '../../setup/render.tsx'

const PARK = { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' }
const TARIFF: ParkTariffWire = {
  ...{ park: PARK, currency: 'CAD', opening_hours: '24/7', taxes: [taxToWire(HST_INCLUDED)] },
  tariff: tariffToWire(
    tariffOf({ windows: [windowOf(420, 1_080, perUnit(300, 1_400)), windowOf(1_080, 420, perUnit(100))] }),
  ),
}
const OPERATOR: OperatorKeyWire = {
  ...{ key_id: 'KEY', name: 'owner@example.test', organisation: { id: 'o', name: 'Front' }, role: 'owner' },
  ...{ scopes: ['tariffs'], parks: [{ id: 1, ...PARK }], created_at: '2026-11-25T09:00:00Z', expires_at: null },
}

let sent: TariffPlanBody[] = []
let planned: object[] = []

/** Answers as the provider does about this car park. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const headers = { 'idempotency-key': request.headers.get('idempotency-key') ?? '' }
  if (request.method === 'DELETE') return Response.json({ data: planned[0] }, { headers })
  if (request.method === 'POST') {
    const body = (await request.json()) as TariffPlanBody
    sent.push(body)
    const at = '2026-11-26T12:00:00Z'
    const data = {
      ...{ id: sent.length, park: PARK, currency: 'CAD', starts_at: body.starts_at ?? at, state: 'in_force' },
      ...{ created_at: at, published_at: at, withdrawn_at: null, rules: body.rules },
    }
    planned = [{ ...data, state: 'planned' }]
    return Response.json({ data }, { status: 201, headers })
  }
  return pathname.endsWith('/tariff')
    ? Response.json({ data: TARIFF })
    : Response.json({ items: planned, total: planned.length, page: 1, size: 20, pages: 1 })
}

beforeEach(() => {
  sent = []
  planned = []
  sessionStorage.setItem('operator_console', JSON.stringify({ userId: 'u', token: 'bwc_token', operator: OPERATOR }))
  findConsole('u')
  vi.stubGlobal('fetch', answer)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

async function open(): Promise<HTMLElement> {
  const host = await render(<PricesSection operator={OPERATOR} park={null} />)
  for (let tries = 0; tries < 100 && host.querySelector('form') === null; tries += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  return host
}

const fields = (host: HTMLElement, label: string): HTMLInputElement[] =>
  [...host.querySelectorAll('label')]
    .filter(({ textContent }) => textContent === label)
    .map(({ htmlFor }) => host.querySelector<HTMLInputElement>(`[id="${htmlFor}"]`))
    .filter((input) => input !== null)

async function type(input: HTMLInputElement | undefined, value: string): Promise<void> {
  await act(async () => {
    // React listens to the field's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

async function press(host: HTMLElement, words: string): Promise<void> {
  const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(words))
  if (button === undefined) throw new Error(`No button ${words}`)
  await act(async () => button.click())
  await act(() => new Promise((resolve) => setTimeout(resolve, 60)))
}

const text = (host: HTMLElement): string => host.textContent.replaceAll(/\u2060/g, '').replaceAll(/\s/g, ' ')

test('the price list in force reads as a sign, with its tax', async () => {
  const words = text(await open())
  expect(words).toContain('Every day 07:00 – 18:00: C$3.00 per hour, at most C$14.00')
  expect(words).toContain('Every day 18:00 – 07:00: C$1.00 per hour')
  expect(words).toContain('HST 13%, included')
})

test('what is typed is priced beside the price in force, and published as it was checked', async () => {
  const host = await open()
  const preview = () => text(host.querySelector<HTMLElement>('[aria-label="A stay, as drivers see it"]') ?? host)
  await type(fields(host, 'From').at(-1), '2026-11-30T09:00')
  await type(fields(host, 'Until').at(-1), '2026-11-30T11:00')
  expect(preview().match(/2 hours × C\$3\.00/g)).toHaveLength(2)
  await type(fields(host, 'Price, C$')[0], '4.50')
  expect(preview()).toContain('2 hours × C$4.50C$9.00')
  expect(preview()).toContain('With the prices in force2 hours × C$3.00C$6.00')
  await press(host, 'Publish now')
  expect(text(host)).toContain('These prices are in force.')
  expect(sent).toMatchObject([
    {
      currency: 'CAD',
      rules: {
        windows: [
          { from_minute: 420, price: { tiers: [{ from_unit: 1, unit_price: 450 }], maximum: 1_400 } },
          { price: { tiers: [{ unit_price: 100 }] } },
        ],
      },
    },
  ])
  expect(sent[0]).not.toHaveProperty('starts_at')
})

test('a hole is shown by the stay that nobody could book, and is not sent', async () => {
  const host = await open()
  await type(fields(host, 'Until')[0], '17:00')
  expect(text(host)).toContain('An open hour has no price.')
  expect(text(host)).toMatch(/17:00 – 18:00: can’t be booked · now C\$3\.00/)
  await press(host, 'Publish now')
  expect(sent).toEqual([])
  await press(host, 'Show this stay')
  expect(fields(host, 'From').at(-1)?.value).toContain('T17:00')
  expect(text(host)).toContain('The car park is closed for these times.')
})

test('a price that is none says so at its field when it is to be published', async () => {
  const host = await open()
  await type(fields(host, 'Price, C$')[0], '-2')
  expect(host.querySelector('[role="alert"]')).toBeNull()
  await press(host, 'Publish now')
  expect(sent).toEqual([])
  expect(fields(host, 'Price, C$')[0]?.getAttribute('aria-invalid')).toBe('true')
  expect(text(host)).toContain('Enter an amount.')
})

test('prices are not said to be in force once they were withdrawn', async () => {
  const host = await open()
  await press(host, 'Publish now')
  expect(text(host)).toContain('These prices are in force.')
  await press(host, 'Withdraw')
  expect(text(host)).not.toContain('These prices are in force.')
})
