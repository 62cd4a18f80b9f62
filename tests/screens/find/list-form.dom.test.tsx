import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { parseListAddress } from '../../../src/screens/find/list-address.ts'
import { ListForm } from '../../../src/screens/find/list-form.tsx'
import { render } from '../../setup/render.tsx'

const addressOf = (search: string) => parseListAddress(new URLSearchParams({ search }), 'CA')

/** Renders buttons that deliver an address: on a slow phone an address arrives after the next letter is typed. */
function Page() {
  const [search, setSearch] = useState('')
  return (
    <>
      <ListForm address={addressOf(search)} />
      {['', 'Dakar', 'Dakar Plateau'].map((next) => (
        <button key={next} value={next} data-arrive type="button" onClick={() => setSearch(next)}>
          {next}
        </button>
      ))}
    </>
  )
}

async function openForm() {
  const host = await render(<Page />)
  const input = host.querySelector<HTMLInputElement>('input[type="search"]')
  if (input === null) throw new Error('there is no field')
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const submit = () => act(async () => host.querySelector('form')?.requestSubmit())
  const shown = () => host.querySelector<HTMLInputElement>('input[type="search"]')?.value
  const arrive = (search: string) =>
    act(async () => host.querySelector<HTMLButtonElement>(`[data-arrive][value="${search}"]`)?.click())
  return { type, submit, shown, arrive }
}

test('what is typed while an earlier search is on its way is kept when its list comes', async () => {
  const { type, submit, arrive, shown } = await openForm()
  await type('Dakar')
  await submit()
  await type('Dakar Plateau')
  await arrive('Dakar')
  expect(shown()).toBe('Dakar Plateau')
  await submit()
  await arrive('Dakar Plateau')
  expect(shown()).toBe('Dakar Plateau')
})

test('the field shows what is searched for: as it was cleaned, and the earlier search after going back', async () => {
  const { type, submit, arrive, shown } = await openForm()
  await type('  Dakar  ')
  await submit()
  await arrive('Dakar')
  expect(shown()).toBe('Dakar')
  await arrive('')
  expect(shown()).toBe('')
})
