import 'fake-indexeddb/auto'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import type { LatLng } from '../../../src/lib/cell.ts'
import { useFindResults } from '../../../src/screens/find/use-find-results.ts'
import { parkOf } from '../../db/support/park.ts'
import { render, setActing } from '../../setup/render.tsx'

const TORONTO = { lat: 43.65, lng: -79.38 }
const OTTAWA = { lat: 45.42, lng: -75.7 }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns what each render of a nearby search shows, until `end`. */
async function shownUntil(end: string, near: LatLng, answer: () => Response): Promise<readonly string[]> {
  vi.stubGlobal('fetch', () => pause(30).then(answer))
  const shown: string[] = []
  function Shown() {
    const { isLoading, parks } = useFindResults({ text: '', near, isOwn: true })
    const now = isLoading ? 'looking' : `${String(parks.length)} found`
    useEffect(() => void shown.push(now), [now])
    return null
  }
  await render(<Shown />)
  setActing(false)
  await vi.waitFor(() => expect(shown).toContain(end))
  return shown
}

const listOf = (ids: readonly number[]) => () =>
  Response.json({ items: ids.map((id) => parkOf({ id })), total: ids.length, page: 1, size: 20, pages: 1 })

it('a first search never says that there is no car park before those that came are read', async () => {
  expect(await shownUntil('2 found', TORONTO, listOf([1, 2]))).toEqual(['looking', '2 found'])
})

it('says that there is none once the provider has answered so', async () => {
  expect(await shownUntil('0 found', OTTAWA, listOf([]))).toEqual(['looking', '0 found'])
})
