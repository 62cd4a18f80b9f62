import { beforeEach, expect, it } from 'vitest'
import { Away } from '../../../src/screens/park/away.tsx'
import { usePosition } from '../../../src/stores/position.ts'
import { EMPTY_SEARCH, useSearchDraft } from '../../../src/stores/search-draft.ts'
import { render } from '../../setup/render.tsx'

const PARK = { lat: 43.67, lng: -79.39, country_code: 'CA' as const }
/** 650 m south of the car park. */
const NEAR = { lat: 43.66415, lng: -79.39 }
const textOf = async () => (await render(<Away park={PARK} hasBefore />)).textContent

beforeEach(() => {
  useSearchDraft.setState(EMPTY_SEARCH)
  usePosition.setState({ fix: null })
})

it('says nothing where neither a searched place nor the phone is known', async () => {
  expect(await textOf()).toBe('')
})

it('says how far the searched place is, by its name', async () => {
  useSearchDraft.setState({ near: NEAR, text: 'Union Station' })
  usePosition.setState({ fix: { lat: 43.6, lng: -79.39, takenAtMs: 0, accuracyMetres: 10 } })
  expect(await textOf()).toBe('. 650\u00a0m from Union Station')
})

it('says how far the phone is', async () => {
  usePosition.setState({ fix: { ...NEAR, takenAtMs: 0, accuracyMetres: 10 } })
  expect(await textOf()).toBe('. 650\u00a0m away')
})

it('says nothing of a place on another journey', async () => {
  useSearchDraft.setState({ near: { lat: 45.5, lng: -73.57 }, text: 'Montréal' })
  expect(await textOf()).toBe('')
})
