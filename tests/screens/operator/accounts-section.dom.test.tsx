import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountsSection } from '../../../src/screens/operator/money/accounts-section.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { render } from '../../setup/render.tsx'

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No line'))))
afterEach(() => vi.unstubAllGlobals())

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 60)))
const say = (state: 'online' | 'offline') =>
  act(async () => connection.set({ state, lastSuccessAt: state === 'online' ? Date.now() : null }))

async function fill(host: HTMLElement): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries({ email: 'driver@example.test', reason: 'Asked to' })) {
      const input = host.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (input === null) throw new Error(`No field ${name}`)
      input.value = value
    }
  })
}

test('an account is disabled with a connection only, and what was typed stays', async () => {
  await say('offline')
  const host = await render(<AccountsSection />)
  await fill(host)
  const submit = host.querySelector<HTMLButtonElement>('button[type=submit]')
  if (submit === null) throw new Error('No button')
  expect(submit.textContent).toBe('Disable the account: Needs a connection')
  await act(async () => submit.click())
  await settle()
  expect(host.querySelector<HTMLInputElement>('[name=email]')?.value).toBe('driver@example.test')

  await say('online')
  await act(async () => host.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  expect(host.textContent).toContain('Confirm that it’s you')

  await say('offline')
  expect(host.textContent).toContain('Confirming needs a connection.')
})
