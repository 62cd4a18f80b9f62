import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../setup/render.tsx'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

/** Where Get started leads in an app that was built so. */
async function getStarted(): Promise<string | null | undefined> {
  const { SiteFooter } = await import('../../src/app/site-footer.tsx')
  const host = await render(<SiteFooter />)
  return [...host.querySelectorAll('a')].find((link) => link.textContent === 'Get started')?.getAttribute('href')
}

test('Get started leads owners to the sign-in of their own site where there is one', async () => {
  vi.stubEnv('VITE_PARTNER_LOGIN_URL', 'https://partners.example/login')
  expect(await getStarted()).toBe('https://partners.example/login')
})

test('without such a site Get started leads to the sign-in of drivers', async () => {
  expect(await getStarted()).toBe('/auth')
})
