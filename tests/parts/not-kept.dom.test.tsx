import 'fake-indexeddb/auto'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databases } from '../../src/db/databases.ts'
import EventScreen from '../../src/screens/events/event-screen.tsx'
import { MarketplaceScreen } from '../../src/screens/marketplace/marketplace-screen.tsx'
import { ProductScreen } from '../../src/screens/marketplace/product-screen.tsx'
import { connection } from '../../src/signals/connection.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { appContext } from '../../src/sync/app-context.ts'
import { detailOf } from '../contract/support/events.ts'
import { render, setActing } from '../setup/render.tsx'

const PRODUCT = {
  ...{ id: 7, kind: 'accessory', names: { en: 'Sunshade', fr: 'Pare-soleil' }, details: { en: '', fr: '' } },
  ...{ country_code: 'CA', park: null, price: 1_000, currency: 'CAD', taxes: [], stock: null, limit: 3, demo: false },
  ...{ version: 1, updated_at: '2026-11-24T10:00:00Z' },
}
const GOODS = { items: [PRODUCT], total: 1, page: 1, size: 20, pages: 1 }

/** Each page, its address, and the provider's answer once the provider is reachable. */
const PAGES: Readonly<Record<string, readonly [path: string, Page: ComponentType, answer: object, words: string]>> = {
  'the marketplace': ['/marketplace', MarketplaceScreen, GOODS, 'Pare-soleil'],
  'a product': ['/marketplace/7', ProductScreen, GOODS, 'Pare-soleil'],
  'an event': ['/event/EV7KQ2M4', EventScreen, { data: detailOf({ name: 'Fête' }) }, 'Fête'],
}

beforeEach(async () => {
  await databases.public.saved.clear()
  connection.set({ state: 'offline', lastSuccessAt: null })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  selectedCountry.set({
    ...{ code: 'CA', name: 'Canada', autoDetected: false, fallback: false, ip: null, city: null, region: null },
  })
})
afterEach(() => appContext.settled())

test.each(Object.entries(PAGES))(
  '%s that was never on this phone says with no signal what it cannot show and what works, and fills by itself',
  async (_, [path, Page, answer, words]) => {
    const host = await render(
      <Routes location={path}>
        <Route path="/marketplace" element={<Page />} />
        <Route path="/marketplace/:id" element={<Page />} />
        <Route path="/event/:eventCode" element={<Page />} />
      </Routes>,
      'fr',
    )
    setActing(false)
    const shows = (text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))
    await shows('demande une connexion.')
    await shows('Cette page n’est pas encore sur ce téléphone.')
    await shows('Vos réservations, vos pass et votre panier fonctionnent toujours.')
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
    connection.set({ state: 'online', lastSuccessAt: Date.now() })
    await shows(words)
    expect(host.textContent).not.toContain('demande une connexion.')
  },
)
