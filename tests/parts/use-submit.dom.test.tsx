import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { ActionError } from '../../src/actions/failures.ts'
import { err } from '../../src/lib/result.ts'
import { useSubmit } from '../../src/parts/use-submit.ts'
import { render } from '../setup/render.tsx'

const REFUSED: ActionError = { kind: 'offline' }

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
