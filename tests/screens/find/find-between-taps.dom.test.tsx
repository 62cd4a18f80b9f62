import 'fake-indexeddb/auto'
import { useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { must } from '../../../src/lib/assert.ts'
import type { LatLng } from '../../../src/lib/cell.ts'
import { useFindResults } from '../../../src/screens/find/use-find-results.ts'
import { parkOf } from '../../db/support/park.ts'
import { render, setActing } from '../../setup/render.tsx'

const TORONTO = { lat: 43.65, lng: -79.38 }
const OTTAWA = { lat: 45.42, lng: -75.7 }
const ROW_MS = 3

const listOf = (count: number, at: LatLng, from = 0) =>
  Response.json({
    items: Array.from({ length: count }, (_, index) => parkOf({ id: from + index + 1, ...at })),
    total: count,
    page: 1,
    size: 300,
    pages: 1,
  })

/** Blocks the main thread, as on a slow phone. */
function workFor(ms: number): void {
  const since = performance.now()
  while (performance.now() - since < ms);
}

function Row({ onDraw }: { readonly onDraw: () => void }) {
  onDraw()
  workFor(ROW_MS)
  return <li>A car park</li>
}

it('a tap is answered while what was found is being drawn', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(listOf(60, TORONTO)))
  let seen: readonly [button: string, rows: number] | undefined
  let isBegun = false
  function Search() {
    const { parks } = useFindResults({ text: '', near: TORONTO, isOwn: true })
    const [isPressed, setPressed] = useState(false)
    const press = async (): Promise<void> => {
      const button = must(document.querySelector('button'), 'the button')
      button.click()
      await Promise.resolve()
      seen = [button.textContent, document.querySelectorAll('li').length]
    }
    const begin = (): void => {
      if (!isBegun) setTimeout(() => void press())
      isBegun = true
    }
    return (
      <>
        <button type="button" onClick={() => setPressed(true)}>
          {isPressed ? 'pressed' : 'press'}
        </button>
        <ul>
          {parks.map(({ id }) => (
            <Row key={id} onDraw={begin} />
          ))}
        </ul>
      </>
    )
  }
  await render(<Search />)
  setActing(false)
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(60))
  expect(seen).toEqual(['pressed', 0])
})

it('what was found for another place is never shown for this one', async () => {
  const answers = [listOf(2, TORONTO), listOf(3, OTTAWA, 10)]
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift() ?? listOf(3, OTTAWA, 10)))
  const shown: string[] = []
  let move = (): void => undefined
  function Search() {
    const [[name, near], setAt] = useState<readonly [string, LatLng]>(['Toronto', TORONTO])
    const { isLoading, parks } = useFindResults({ text: '', near, isOwn: true })
    const now = `${name}: ${isLoading ? 'looking' : parks.map(({ id }) => id).join(' ')}`
    useEffect(() => {
      shown.push(now)
      move = () => setAt(['Ottawa', OTTAWA])
    }, [now])
    return null
  }
  await render(<Search />)
  setActing(false)
  await vi.waitFor(() => expect(shown.at(-1)).toMatch(/^Toronto: \d/))
  move()
  await vi.waitFor(() => expect(shown.at(-1)).toBe('Ottawa: 11 12 13'))
  expect(shown.filter((text) => text.startsWith('Ottawa'))).toEqual(['Ottawa: looking', 'Ottawa: 11 12 13'])
})
