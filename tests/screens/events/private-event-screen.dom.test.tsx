import 'fake-indexeddb/auto'
import { Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import PrivateEventScreen from '../../../src/screens/events/private-event-screen.tsx'
import { connection } from '../../../src/signals/connection.ts'
import { appContext } from '../../../src/sync/app-context.ts'
import { detailOf } from '../../contract/support/events.ts'
import { render, setActing } from '../../setup/render.tsx'
import { problemOf } from '../../sync/support/small-provider.ts'

const shows = (host: HTMLElement, text: string) => vi.waitFor(() => expect(host.textContent).toContain(text))

beforeEach(() => connection.set({ state: 'online', lastSuccessAt: Date.now() }))
afterEach(async () => {
  await appContext.settled()
})

/** Renders the form and the address that it led to. */
function Place() {
  const { pathname, search } = useLocation()
  return (
    <Routes>
      <Route path="/event/:code" element={<p>{`Opened ${pathname}${search}`}</p>} />
      <Route path="*" element={<PrivateEventScreen />} />
    </Routes>
  )
}

async function open(answer: () => Response) {
  const sent: { readonly url: string; readonly body: string }[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ url: request.url, body: await request.text() })
    return answer()
  })
  const host = await render(<Place />)
  setActing(false)
  const submit = (code: string) => {
    const field = host.querySelector('input')
    if (field === null) throw new Error('no field')
    field.value = code
    host.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    return field
  }
  return { host, sent, submit }
}

test('an empty field is refused before anything is sent', async () => {
  const { host, sent, submit } = await open(() => problemOf(404, 'access_code_wrong'))
  submit('  ')
  await shows(host, 'This field is required!')
  expect(sent).toEqual([])
})

test('a wrong code and too many tries are said in words, and the code stays in its field', async () => {
  let code = 'access_code_wrong'
  const { host, submit } = await open(() => problemOf(code === 'rate_limited' ? 429 : 404, code))
  submit('NOPE-1')
  await shows(host, 'This access code opens no event.')
  code = 'rate_limited'
  expect(submit('NOPE-2').value).toBe('NOPE-2')
  await shows(host, 'Too many attempts. Wait a few minutes.')
})

test('the right code opens its event and stands in no address', async () => {
  const answer = { data: { event: detailOf({ is_private: true }), grant: 'grant-1' } }
  const { host, sent, submit } = await open(() => Response.json(answer))
  submit(' OPEN-ME ')
  await shows(host, 'Opened /event/EV7KQ2M4')
  expect(host.textContent).toBe('Opened /event/EV7KQ2M4')
  expect(sent.some(({ url }) => url.includes('OPEN-ME'))).toBe(false)
  expect(sent.map(({ body }) => body)).toContain('{"access_code":"OPEN-ME"}')
})

test('with no connection the button says so and what was typed is kept', async () => {
  const { host } = await open(() => problemOf(503, 'internal'))
  connection.set({ state: 'offline', lastSuccessAt: null })
  await shows(host, 'Opening a private event needs a connection.')
})
