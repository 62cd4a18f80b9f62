import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { connection } from '../../../src/signals/connection.ts'
import { ParkRows } from '../../../src/screens/home/park-rows.tsx'
import { EMPTY_SEARCH, useSearchDraft } from '../../../src/stores/search-draft.ts'
import { render } from '../../setup/render.tsx'
import { makePark, makeRate } from '../find/park-fixture.ts'

beforeEach(() => useSearchDraft.setState(EMPTY_SEARCH))

it('follows the chosen times with the total of each car park', async () => {
  const page = await render(<ParkRows parks={[makePark({ distance_m: 790 })]} icon={null} label="Near you" />)
  expect(page.textContent).toContain('C$9.00')
  expect(page.textContent).toContain('3\u00a0h')
  const start = Math.ceil(Date.now() / 300_000) * 300_000
  act(() => useSearchDraft.getState().change({ fromMs: start, untilMs: start + 3_600_000 }))
  expect(page.textContent).toContain('C$3.00')
  expect(page.textContent).toContain('1\u00a0h')
})

it('says when there is no price for the chosen times, and when the price is a demo price', async () => {
  const rate = makeRate(300)
  const park = makePark({ rate: { ...rate, tariff: { ...rate.tariff, maximum_stay_minutes: 60, demo: true } } })
  const page = await render(<ParkRows parks={[park]} icon={null} label="Recent" />)
  expect(page.textContent).toContain('No price')
  expect(page.textContent).toContain('3\u00a0h, demo price')
})

it('says beside a price how old it is, unless it came lately and the provider answers', async () => {
  const anHourAgo = Date.now() - 3_600_000
  connection.set({ state: 'online', lastSuccessAt: Date.now() })
  const parks = [
    { ...makePark({ id: 1, name: 'Old' }), savedAt: anHourAgo },
    { ...makePark({ id: 2, name: 'New' }), savedAt: Date.now() },
  ]
  const page = await render(<ParkRows parks={parks} icon={null} label="Recent" />)
  const rows = () => Array.from(page.querySelectorAll('li'), ({ textContent }) => /Saved .*\d/.test(textContent))
  expect(rows()).toEqual([true, false])
  act(() => connection.set({ state: 'offline', lastSuccessAt: Date.now() }))
  expect(rows()).toEqual([true, true])
})
