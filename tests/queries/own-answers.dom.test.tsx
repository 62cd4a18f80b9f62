import 'fake-indexeddb/auto'
import { useEffect, useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { applyParks } from '../../src/db/apply/parks.ts'
import { databases } from '../../src/db/databases.ts'
import type { Query } from '../../src/queries/query.ts'
import { usePark } from '../../src/queries/use-park.ts'
import { useParkSearch } from '../../src/queries/use-park-search.ts'
import { useParksFound, useParksNear } from '../../src/queries/use-parks-near.ts'
import { parkOf } from '../db/support/park.ts'
import { render, setActing } from '../setup/render.tsx'

const TORONTO = { lat: 43.65, lng: -79.38 }
const OTTAWA = { lat: 45.42, lng: -75.7 }

type Found = Query<readonly { readonly id: number }[]>

/** Returns what is rendered for a second question, asked after the first was answered, until `end`. */
async function drawnAfterwards<Q>(useFound: (question: Q) => Found, questions: readonly [Q, Q], end: string) {
  const drawn: string[] = []
  let askNext = (): void => undefined
  function Search() {
    const [at, setAt] = useState<0 | 1>(0)
    const found = useFound(questions[at])
    const now = `${String(at)}: ${found.status === 'loading' ? 'loading' : found.value.map(({ id }) => id).join(' ')}`
    useEffect(() => {
      drawn.push(now)
      askNext = () => setAt(1)
    }, [now])
    return null
  }
  await render(<Search />)
  setActing(false)
  await vi.waitFor(() => expect(drawn.at(-1)).toMatch(/^0: \d/))
  askNext()
  await vi.waitFor(() => expect(drawn.at(-1)).toBe(end))
  return drawn.filter((text) => text.startsWith('1'))
}

beforeAll(async () => {
  const parks = [
    parkOf({ id: 1, code: 'CA0001', name: 'Bay Garage', ...TORONTO }),
    parkOf({ id: 2, code: 'CA0002', name: 'Rideau Garage', ...OTTAWA }),
  ]
  await applyParks(databases, parks, 1_000)
})

/** Uses one car park as a list of one. */
function useOne(code: string): Found {
  const found = usePark(code)
  return found.status === 'loading' ? found : { ...found, value: found.value === null ? [] : [found.value] }
}

it('a car park is never shown at the address of another', async () => {
  expect(await drawnAfterwards(useOne, ['CA0001', 'CA0002'], '1: 2')).toEqual(['1: loading', '1: 2'])
})

it('a search by words gives nothing of another one', async () => {
  expect(await drawnAfterwards((text) => useParkSearch(text), ['Bay', 'Rideau'], '1: 2')).toEqual([
    '1: loading',
    '1: 2',
  ])
})

it('a search around a place gives nothing of another one', async () => {
  expect(await drawnAfterwards((at) => useParksFound(at), [TORONTO, OTTAWA], '1: 2')).toEqual(['1: loading', '1: 2'])
})

it('the car parks around who moves stay until those of the new place are read', async () => {
  expect(await drawnAfterwards((at) => useParksNear(at), [TORONTO, OTTAWA], '1: 2')).toEqual(['1: 1', '1: 2'])
})
