import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Connection, connection } from '../../src/signals/connection.ts'
import { FailureNote } from '../../src/parts/failure-note.tsx'
import { OnlineButton } from '../../src/parts/online-button.tsx'
import { OnlineRow } from '../../src/parts/online-row.tsx'
import { render } from '../setup/render.tsx'

const become = (state: Connection['state']) => act(() => connection.set({ state, lastSuccessAt: Date.now() }))
afterEach(() => become('checking'))

const KEPT = 'What you entered is kept.'
const mustFind = <T extends Element>(host: HTMLElement, selector: string, type: new () => T): T => {
  const found = host.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`No ${selector}`)
}

function typeInto(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  act(() => void input.dispatchEvent(new Event('input', { bubbles: true })))
}

test('without a connection a form is blocked before the tap, with the reason, and opens again with its focus and its input', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
  const host = await render(
    <form onSubmit={onSubmit}>
      <input name="email" defaultValue="awa@example.test" />
      <OnlineButton type="submit" wide doing="Sign-in">
        Sign in
      </OnlineButton>
    </form>,
  )
  const button = mustFind(host, 'button', HTMLButtonElement)
  const input = mustFind(host, 'input', HTMLInputElement)
  expect(button.textContent).toBe('Sign in')
  button.focus()
  become('offline')
  expect(button.textContent).toBe('Sign in: Needs a connection')
  expect(host.textContent).toContain('Sign-in needs a connection.')
  expect(host.textContent).not.toContain(KEPT)
  typeInto(input, 'other@example.test')
  expect(host.textContent).toContain(KEPT)
  await act(async () => button.click())
  expect(onSubmit).not.toHaveBeenCalled()
  become('online')
  expect(button.textContent).toBe('Sign in')
  expect(document.activeElement).toBe(button)
  expect(input.value).toBe('other@example.test')
  act(() => button.click())
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a tap on what is blocked is told to whoever records it, and does not act', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const [onClick, onBlocked] = [vi.fn<() => void>(), vi.fn<() => void>()]
  become('offline')
  const host = await render(
    <OnlineButton doing="Booking" hasInput={false} onClick={onClick} onBlocked={onBlocked}>
      Book again
    </OnlineButton>,
  )
  await act(async () => mustFind(host, 'button', HTMLButtonElement).click())
  expect([onClick, onBlocked].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  expect(host.textContent).not.toContain(KEPT)
})

test('what is under way when the connection goes is not covered up', async () => {
  become('offline')
  const host = await render(
    <OnlineButton doing="Sign-in" busy busyLabel="Checking…">
      Sign in
    </OnlineButton>,
  )
  expect(host.textContent).not.toContain('Needs a connection')
})

test('a row that leads to what needs a connection says so and does not open', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const onClick = vi.fn<() => void>()
  become('offline')
  const host = await render(<OnlineRow title="Passkeys" detail="Sign in without a password" onClick={onClick} />)
  expect(host.textContent).toBe('PasskeysNeeds a connection')
  await act(async () => mustFind(host, 'button', HTMLButtonElement).click())
  expect(onClick).not.toHaveBeenCalled()
  become('online')
  expect(host.textContent).toBe('PasskeysSign in without a password')
  act(() => mustFind(host, 'button', HTMLButtonElement).click())
  expect(onClick).toHaveBeenCalledOnce()
})

test.each(['offline', 'timeout'] as const)(
  'a failure (%s) says that what was entered is kept only where something was',
  async (kind) => {
    const host = await render(
      <>
        <section>
          <FailureNote failure={{ kind }} doing="Opening this page" />
        </section>
        <form>
          <FailureNote failure={{ kind }} doing="Sign-in" hasInput />
        </form>
      </>,
    )
    expect(host.querySelector('section')?.textContent).not.toContain('kept')
    expect(host.querySelector('form')?.textContent).toContain(KEPT)
  },
)
