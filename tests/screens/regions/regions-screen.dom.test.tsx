import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { databases } from '../../../src/db/databases.ts'
import { connection } from '../../../src/signals/connection.ts'
import { selectedCountry } from '../../../src/signals/selected-country.ts'
import RegionsScreen from '../../../src/screens/regions/regions-screen.tsx'
import { appContext } from '../../../src/sync/app-context.ts'
import { render, setActing } from '../../setup/render.tsx'
import { createPackProvider } from '../../sync/packs/support/pack-provider.ts'

// jsdom has dialogs but cannot show them.
Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined })

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

function tap(host: HTMLElement, label: string): void {
  const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))
  if (button === undefined) throw new Error(`No button ${label}`)
  button.click()
}

/** Holds matching requests until they are let through. */
function holdAt(part: string) {
  const provider = createPackProvider(Date.now)
  provider.madeAt = Date.now() - 60_000
  const waiting: (() => void)[] = []
  let isOpen = false
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!isOpen && new URL(request.url).pathname.includes(part))
      await new Promise<void>((resolve) => void waiting.push(resolve))
    return provider.fetch(request)
  })
  return {
    letThrough() {
      isOpen = true
      for (const go of waiting.splice(0)) go()
    },
  }
}

const TORONTO = { key: 's', text: 'Toronto', near: { lat: 43.7, lng: -79.39 }, country: 'CA' as const, at: 1 }

beforeEach(async () => {
  selectedCountry.set({ code: 'CA' } as never)
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  await databases.public.recents.put({ key: 's', kind: 'search', at: 1, search: TORONTO })
})
afterEach(async () => {
  await appContext.settled()
})

test('a region says what it weighs, shows how far it is, can be held, kept and deleted after a question', async () => {
  const held = holdAt('/tiles/')
  const host = await render(<RegionsScreen />)
  setActing(false)
  await shows(host, 'Keep Toronto on this phone: ')
  expect(host.textContent).toContain('3 car parks with their prices, streets and their names')
  tap(host, 'Keep Toronto')
  await shows(host, 'Car parks and prices are already safe')
  expect(host.querySelector('progress')?.max).toBeGreaterThan(131_072)
  expect(host.textContent).toContain('Toronto continues now, as you chose')
  tap(host, 'Pause')
  await shows(host, 'Paused. What you downloaded is kept.')
  held.letThrough()
  await appContext.settled()
  tap(host, 'Continue')
  await shows(host, 'Streets, 3 car parks, saved ')
  expect(host.textContent).toContain('Only on Wi-Fi')
  tap(host, 'Toronto')
  await shows(host, 'These prices hold until')
  tap(host, 'Delete')
  await shows(host, 'Delete Toronto?')
  tap(host, 'Delete')
  await shows(host, 'Keep Toronto on this phone: ')
  expect(await databases.public.regions.count()).toBe(0)
})
