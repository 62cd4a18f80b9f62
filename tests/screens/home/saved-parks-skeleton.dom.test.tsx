import { afterEach, expect, it, vi } from 'vitest'
import { KnownWaiting } from '../../../src/screens/home/saved-parks-skeleton.tsx'
import { render } from '../../setup/render.tsx'

afterEach(() => vi.unstubAllGlobals())

it('tells a newcomer at once what to do, with nothing that only looks like car parks', async () => {
  const page = await render(<KnownWaiting />)
  expect(page.textContent).toContain('Search for a place or choose Near me.')
  expect(page.querySelector('[aria-busy]')).toBeNull()
})

it('keeps the place of the rows where the app is installed and may know some', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  const page = await render(<KnownWaiting />)
  expect(page.textContent).not.toContain('Search a place')
  expect(page.querySelector('[aria-busy="true"]')).not.toBeNull()
})
