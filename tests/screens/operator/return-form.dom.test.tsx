import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Order, OrderLine } from '../../../src/contract/orders.ts'
import { ReturnForm } from '../../../src/screens/operator/orders/return-form.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'

const LINE: OrderLine = {
  ...{ product_id: 7, names: { en: 'Sunshade', fr: 'Pare-soleil' }, price: 1_000, quantity: 3, goods: 3_000 },
  ...{ discount: 0, tax: 0, total: 3_000, returned: 1, refunded: 1_000, kind: 'accessory', park: null },
}
const ORDER = {
  ...{ order_code: 'OR-12345678', currency: 'CAD', total: 3_000, coupon_code: null, stage: 'completed', lines: [LINE] },
} as unknown as Order

const fetched = vi.fn(() => Promise.reject(new TypeError('no network')))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
})
afterEach(() => vi.unstubAllGlobals())

async function send(host: HTMLElement, typed: string): Promise<HTMLInputElement> {
  const input = host.querySelector('input')
  if (input === null) throw new Error('No field')
  await act(async () => {
    // React listens to the field's own setter.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => host.querySelector('form')?.requestSubmit())
  return input
}

const TYPED = ['-1', '0', '', '1.5', '1,5', '1e1', '3', '9007199254740992', 'Infinity', 'two', '0x1']

test.each([
  ['en', 'Enter how many came back, 2 at most.'],
  ['fr', 'Saisissez combien sont revenues, 2 au plus.'],
] as const)(
  'what is no number of pieces is refused at the field (%s); what was typed stays, nothing is sent',
  async (language, words) => {
    const done = vi.fn()
    const host = await render(<ReturnForm order={ORDER} onDone={done} onClose={() => undefined} />, language)
    for (const typed of TYPED) {
      const input = await send(host, typed)
      expect([typed, host.textContent.replaceAll(/\s/g, ' ')]).toEqual([typed, expect.stringContaining(words)])
      expect([input.getAttribute('aria-invalid'), input.value]).toEqual(['true', typed])
    }
    expect([fetched.mock.calls, done.mock.calls]).toEqual([[], []])
  },
)
