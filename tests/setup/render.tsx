import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach } from 'vitest'

const unmounts: (() => void)[] = []

/**
 * Sets whether React expects changes inside `act`. Dexie's answers arrive at any time; without the flag React works as
 * in a browser.
 */
export const setActing = (isActing: boolean): object =>
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: isActing })

// Set only while something is rendered: late updates of an earlier test may arrive between two tests.
afterEach(() => {
  setActing(true)
  for (const unmount of unmounts.splice(0)) act(unmount)
  setActing(false)
})

/** Renders into the document in one language, inside a router, and returns the host element. */
export async function render(node: ReactNode, language: 'en' | 'fr' = 'en'): Promise<HTMLElement> {
  const { messages } = language === 'fr' ? await import('../../locales/fr.po') : await import('../../locales/en.po')
  i18n.loadAndActivate({ locale: language, messages })
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  setActing(true)
  unmounts.push(() => root.unmount())
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <MemoryRouter>{node}</MemoryRouter>
      </I18nProvider>,
    ),
  )
  return host
}

/** Waits for content from a lazily loaded file: React only proceeds inside `act`. */
export async function untilThere(host: HTMLElement, selector: string): Promise<void> {
  for (let tries = 0; tries < 200 && host.querySelector(selector) === null; tries += 1)
    await act(() => new Promise((resolve) => setTimeout(resolve, 25)))
  if (host.querySelector(selector) === null) throw new Error(`${selector} did not come`)
}
