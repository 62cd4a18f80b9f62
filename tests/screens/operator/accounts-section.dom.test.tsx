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

async function fill(host: HTMLElement, reason = 'Asked to'): Promise<void> {
  await act(async () => {
    for (const [name, value] of Object.entries({ email: 'driver@example.test', reason })) {
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

const press = (host: HTMLElement, label: string) =>
  act(async () => [...host.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click())
const valueOf = (host: HTMLElement, name: string) => host.querySelector<HTMLInputElement>(`[name=${name}]`)?.value

test('back from the confirmation, what was typed is still there', async () => {
  await say('online')
  const host = await render(<AccountsSection />)
  await fill(host)
  await press(host, 'Disable the account')
  expect(host.textContent).toContain('Confirm that it’s you')
  await press(host, 'Back')
  expect(host.textContent).not.toContain('Confirm that it’s you')
  expect(host.querySelector('form')?.closest('[hidden]')).toBeNull()
  expect([valueOf(host, 'email'), valueOf(host, 'reason')]).toEqual(['driver@example.test', 'Asked to'])
})

test.each([
  ['', 'This field is required!'],
  ['ok', 'Enter at least 3 characters.'],
])('the reason "%s" is refused with its own text', async (reason, words) => {
  await say('online')
  const host = await render(<AccountsSection />)
  await fill(host, reason)
  await press(host, 'Disable the account')
  expect(host.textContent).toContain(words)
  expect(host.textContent).not.toContain('Confirm that it’s you')
})
