import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../setup/render.tsx'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllEnvs())

async function footerLinks(): Promise<Map<string | null, string | null>> {
  const { SiteFooter } = await import('../../src/app/site-footer.tsx')
  const host = await render(<SiteFooter />)
  return new Map([...host.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]))
}

/** Returns where Get started leads in an app built this way. */
const getStarted = async () => (await footerLinks()).get('Get started')

test('Get started leads owners to the sign-in of their own site where there is one', async () => {
  vi.stubEnv('VITE_PARTNER_LOGIN_URL', 'https://partners.example/login')
  expect(await getStarted()).toBe('https://partners.example/login')
})

test('without such a site nothing in the footer leads a driver who is signed in to a sign-in', async () => {
  expect([...(await footerLinks()).values()]).not.toContain('/auth')
})

test('owners are led to the form here where there is no site for them', async () => {
  expect((await footerLinks()).get('Rent out your space')).toBe('/rent-out-space')
})

test('owners are led to their own site where there is one', async () => {
  vi.stubEnv('VITE_PARTNER_URL', 'https://partners.example')
  expect((await footerLinks()).get('Rent out your space')).toBe('https://partners.example')
})

test('the stores are linked where the operator has set their pages, one by one', async () => {
  vi.stubEnv('VITE_PLAY_STORE_URL', 'https://play.google.com/store/apps/details?id=example')
  const links = await footerLinks()
  expect(links.get('Google Play')).toBe('https://play.google.com/store/apps/details?id=example')
  expect(links.has('App Store')).toBe(false)
})

test('nothing leads to stores, networks, events or a shop that are not there', async () => {
  const names = [...(await footerLinks()).keys()]
  for (const name of ['App Store', 'Google Play', 'Facebook', 'Events', 'Marketplace'])
    expect(names).not.toContain(name)
})
