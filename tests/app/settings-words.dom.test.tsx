import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import SettingsPanel from '../../src/app/settings-panel.tsx'
import { connection } from '../../src/signals/connection.ts'
import { render, setActing } from '../setup/render.tsx'

// Dexie answers outside act(), so after the first render React runs as in a browser.

// jsdom has the element but not its modal methods.
Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined })

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  connection.set({ state: 'offline', lastSuccessAt: null })
})

test.each([
  ['en', 'Appearance', ['System', 'Light', 'Dark']],
  ['fr', 'Apparence', ['Système', 'Clair', 'Sombre']],
] as const)('the appearances are called by their looks, in %s', async (language, legend, names) => {
  const host = await render(<SettingsPanel open />, language)
  setActing(false)
  const group = Array.from(host.querySelectorAll('fieldset')).find(
    (fieldset) => fieldset.querySelector('legend')?.textContent === legend,
  )
  expect(Array.from(group?.querySelectorAll('label') ?? [], ({ textContent }) => textContent)).toEqual(names)
})
