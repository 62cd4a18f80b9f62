import { act, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ok, type Result } from '../../src/lib/result.ts'
import { useLoaded } from '../../src/parts/use-loaded.ts'
import { useRefresh } from '../../src/parts/use-refresh.ts'
import { connection } from '../../src/signals/connection.ts'
import { render } from '../setup/render.tsx'

type Answer = Result<string, never>
const answers: Array<{ readonly about: string; readonly come: () => void }> = []

const ask = (about: string): Promise<Answer> =>
  new Promise((resolve) => {
    answers.push({ about, come: () => resolve(ok(`answer about ${about}`)) })
  })

const come = (index: number) => act(async () => answers[index]?.come())

function Loaded({ about }: { readonly about: string }) {
  const { value, reload } = useLoaded(ask, about)
  return <button onClick={reload}>{value ?? 'loading'}</button>
}

function Refreshed({ about }: { readonly about: string }) {
  const { value, retry } = useRefresh(ask, about)
  return <button onClick={retry}>{value ?? 'loading'}</button>
}

/** Goes from subject A to subject B. */
function Switch({ Page }: { readonly Page: typeof Loaded }) {
  const [about, setAbout] = useState('A')
  return (
    <>
      <Page about={about} />
      <button aria-label="B" onClick={() => setAbout('B')} />
    </>
  )
}

beforeEach(() => {
  answers.length = 0
  connection.set({ state: 'online', lastSuccessAt: 0 })
})

test.each([
  ['a reload', Loaded],
  ['a retry', Refreshed],
])('%s of an earlier subject that is answered late does not replace the newer subject’s answer', async (_, Page) => {
  const host = await render(<Switch Page={Page} />)
  const press = (index: number) => act(async () => host.querySelectorAll('button')[index]?.click())
  await come(0)
  await press(0)
  await press(1)
  expect(answers.map(({ about }) => about)).toEqual(['A', 'A', 'B'])
  await come(2)
  expect(host.textContent).toBe('answer about B')
  await come(1)
  expect(host.textContent).toBe('answer about B')
})
