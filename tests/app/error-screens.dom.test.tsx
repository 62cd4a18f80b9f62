import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, countRetry } from '../../src/app/chunk-guard.ts'
import { ErrorBoundary } from '../../src/app/error-boundary.tsx'
import { ErrorScreen } from '../../src/app/error-screen.tsx'
import { Panels } from '../../src/app/panels.tsx'
import { selectCountry } from '../../src/actions/country.ts'
import { connection } from '../../src/signals/connection.ts'
import { openPanel } from '../../src/stores/open-panel.ts'
import { render } from '../setup/render.tsx'

const reload = vi.fn<() => void>()

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
})

const button = (host: HTMLElement, name: string): HTMLButtonElement => {
  const found = [...host.querySelectorAll('button')].find((one) => one.textContent === name)
  if (found === undefined) throw new Error(`no button ${name} in ${host.textContent}`)
  return found
}

test('a page that broke says so and is drawn again by its retry', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined)
  let isBroken = true
  function Fragile() {
    if (isBroken) throw new Error('render failed')
    return <p>whole again</p>
  }
  const host = await render(
    <ErrorBoundary>
      <Fragile />
    </ErrorBoundary>,
  )
  expect(host.querySelector('h1')?.textContent).toBe('Something went wrong')
  expect(host.querySelector('a')).toBeNull()
  act(() => button(host, 'Try again').click())
  // While the screen is broken, a way home stands beside the next retry.
  expect(host.querySelector('a')?.textContent).toBe('Go Home')
  isBroken = false
  act(() => button(host, 'Try again').click())
  expect(host.textContent).toBe('whole again')
  vi.mocked(console.error).mockClear()
})

test.each([
  [0, 'without'],
  [1, 'without'],
  [2, 'with'],
])('a page whose code does not come offers a retry: after %d retries %s the way home', async (retries, home) => {
  vi.stubGlobal('location', { reload, pathname: '/', search: '' })
  for (let count = 0; count < retries; count += 1) countRetry.add()
  const host = await render(<ErrorScreen error={new ChunkLoadError(null)} onRetry={() => undefined} />)
  expect(host.querySelector('h1')?.textContent).toBe('Loading Issue')
  expect(host.querySelector('a')?.textContent === 'Go Home').toBe(home === 'with')
  act(() => button(host, 'Retry').click())
  expect(reload).toHaveBeenCalledOnce()
  expect(countRetry.get()).toBe(retries + 1)
  vi.unstubAllGlobals()
})

test('a page whose code did not come with no signal is loaded by itself, once, when the signal is back', async () => {
  vi.stubGlobal('location', { reload, pathname: '/', search: '' })
  connection.set({ state: 'offline', lastSuccessAt: null })
  await render(<ErrorScreen error={new ChunkLoadError(null)} onRetry={() => undefined} />)
  expect(reload).not.toHaveBeenCalled()
  for (const state of ['online', 'slow', 'online'] as const) connection.set({ state, lastSuccessAt: Date.now() })
  expect(reload).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a menu whose code does not come costs the menu, not the page', async () => {
  vi.mocked(console.error).mockImplementation(() => undefined)
  vi.stubGlobal('navigator', { onLine: false })
  vi.doMock('../../src/app/side-menu.tsx', () => {
    throw new Error('gone')
  })
  selectCountry('NG')
  const host = await render(
    <>
      <p>what was typed</p>
      <Panels />
    </>,
  )
  act(() => openPanel.set('menu'))
  await vi.waitFor(() => expect(host.querySelector('[role="alert"]')?.textContent).toContain('Loading Issue'))
  expect(host.textContent).toContain('what was typed')
  vi.stubGlobal('location', { reload, pathname: '/', search: '' })
  for (const state of ['offline', 'online'] as const) connection.set({ state, lastSuccessAt: null })
  expect(reload).not.toHaveBeenCalled()
  act(() => host.querySelector<HTMLElement>('[aria-label="Close"]')?.click())
  expect(host.textContent).toBe('what was typed')
  vi.mocked(console.error).mockClear()
  vi.unstubAllGlobals()
})
