import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import { err } from '../../src/lib/result.ts'
import { useSubmit } from '../../src/parts/use-submit.ts'
import { render } from '../setup/render.tsx'

const REFUSED: ActionError = { kind: 'offline' }
/** Errors of one field that this form has and one that it lacks. */
const TAKEN: ActionError = {
  ...{ kind: 'refused', code: 'validation_failed', detail: '', extra: {} },
  fields: ['code', 'elsewhere'].map((field) => ({ field, code: 'taken', detail: 'This code is taken.' })),
}

function Form({ problem }: { readonly problem: string | null }) {
  const { problems, failure, onSubmit } = useSubmit({
    check: () => (problem === null ? {} : { password: problem }),
    send: () => Promise.resolve(err(REFUSED)),
    onDone: () => undefined,
  })
  return (
    <form onSubmit={onSubmit}>
      {failure !== null && <p role="alert">refused</p>}
      <input name="password" />
      {problems.password !== undefined && <p role="alert">{problems.password}</p>}
      <button>Send</button>
    </form>
  )
}

test.each([
  ['too weak', 'too weak'],
  [null, 'refused'],
])('what is wrong is scrolled into view: %s', async (problem, shown) => {
  const seen: (string | null)[] = []
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    seen.push(this.textContent)
  })
  const host = await render(<Form problem={problem} />)
  await act(async () => host.querySelector('button')?.click())
  await vi.waitFor(() => expect(seen).toEqual([shown]))
  scrolling.mockRestore()
})

function Named() {
  const { failure, onSubmit } = useSubmit({
    check: () => ({}),
    send: () => Promise.resolve(err(TAKEN)),
    onDone: () => undefined,
  })
  return (
    <form onSubmit={onSubmit}>
      <input name="code" />
      <input name="limit" />
      {failure !== null && <p role="alert">refused</p>}
      <button>Send</button>
    </form>
  )
}

test('a field that the provider refuses is marked until it changes', async () => {
  const scrolling = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  const host = await render(<Named />)
  const marked = () => Array.from(host.querySelectorAll('[aria-invalid="true"]'), (field) => field.getAttribute('name'))
  await act(async () => host.querySelector('button')?.click())
  expect(marked()).toEqual(['code'])
  host.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
  expect(marked()).toEqual([])
  await act(async () => host.querySelector('button')?.click())
  expect(marked()).toEqual(['code'])
  scrolling.mockRestore()
})
