import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '../../../src/contract/marketplace.ts'
import { databases } from '../../../src/db/databases.ts'
import { CartScreen } from '../../../src/screens/marketplace/cart-screen.tsx'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import { render, setActing } from '../../setup/render.tsx'

const productOf = (id: number, changes: Partial<Product> = {}): Product => ({
  ...{
    id,
    kind: 'accessory',
    names: { en: `Shade ${String(id)}`, fr: `Store ${String(id)}` },
    details: { en: '', fr: '' },
  },
  ...{ country_code: 'CA', park: null, price: 1_000, currency: 'CAD', taxes: [], stock: null, limit: 3, demo: false },
  ...{ version: 1, updated_at: '2026-11-24T10:00:00Z' },
  ...changes,
})

const store = (lines: unknown) =>
  databases.public.saved.put({
    key: 'cart:CA',
    cart: { id: '01980000-0000-7000-8000-0000000000c1', country: 'CA', coupon: null, lines } as never,
    savedAt: 1,
  })

async function open(language: 'en' | 'fr', until: string): Promise<HTMLElement> {
  const host = await render(<CartScreen />, language)
  setActing(false)
  await vi.waitFor(() => expect(textOf(host)).toContain(until))
  return host
}
const textOf = (host: HTMLElement): string => host.textContent.replaceAll(/\s/g, ' ')
const counts = (host: HTMLElement) => Array.from(host.querySelectorAll('output'), ({ textContent }) => textContent)
const buttonOf = (host: HTMLElement, label: string): HTMLButtonElement => {
  const found = host.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`)
  if (found === null) throw new Error(`No button ${label}`)
  return found
}

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  await databases.public.saved.clear()
  selectedCountry.set({
    ...{ code: 'CA', name: 'Canada', autoDetected: false, fallback: false, ip: null, city: null, region: null },
  })
})

const WORDS = {
  en: {
    title: 'Part of your cart couldn’t be read',
    text: 'Check what is in it and how many before you pay.',
    more: 'One more of Shade 1',
  },
  fr: {
    title: 'Une partie de votre panier est illisible',
    text: 'Vérifiez les articles et les quantités avant de payer.',
    more: 'Un de plus\u00A0: Store 1',
  },
}

test.each(['en', 'fr'] as const)(
  'a cart that a broken page stored is shown mended and says so, until its driver changes it (%s)',
  async (language) => {
    const { title, text, more } = WORDS[language]
    await store(
      [-1, Infinity, '1e3', 2.5, 2 ** 53].map((quantity, index) => ({ product: productOf(index + 1), quantity })),
    )
    const host = await open(language, title)
    expect(textOf(host)).toContain(text)
    expect(counts(host)).toEqual(['1', '1', '1', '1', '1'])
    expect(textOf(host)).toMatch(/50[.,]00/)
    buttonOf(host, more).click()
    await vi.waitFor(() => expect(counts(host)).toEqual(['2', '1', '1', '1', '1']))
    expect(textOf(host)).not.toContain(title)
  },
)

test('a cart of which nothing could be read says so, and can be emptied', async () => {
  await store([{ product: null, quantity: 1 }])
  const host = await open('en', 'Your cart is empty')
  expect(textOf(host)).toContain('Nothing was charged. Choose again what you want to buy.')
  Array.from(host.querySelectorAll('button'))
    .find(({ textContent }) => textContent === 'Empty cart')
    ?.click()
  await vi.waitFor(() => expect(textOf(host)).not.toContain('couldn’t be read'))
  expect(textOf(host)).toContain('Your cart is empty')
  expect(await databases.public.saved.count()).toBe(0)
})

test('a quantity goes from one to as many as may be had, and no further', async () => {
  await store([{ product: productOf(1), quantity: 2 }])
  const host = await open('en', '2 items')
  const [more, less] = ['One more of Shade 1', 'One less of Shade 1']
  buttonOf(host, more).click()
  await vi.waitFor(() => expect(counts(host)).toEqual(['3']))
  expect(buttonOf(host, more).getAttribute('aria-disabled')).toBe('true')
  buttonOf(host, more).click()
  buttonOf(host, less).click()
  await vi.waitFor(() => expect(counts(host)).toEqual(['2']))
  buttonOf(host, less).click()
  await vi.waitFor(() => expect(counts(host)).toEqual(['1']))
  buttonOf(host, 'Remove Shade 1').click()
  await vi.waitFor(() => expect(textOf(host)).toContain('Your cart is empty'))
})
