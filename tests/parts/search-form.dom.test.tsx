import { act } from 'react'
import { useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeParkCode } from '../../src/domain/code.ts'
import { SearchForm } from '../../src/parts/search-form.tsx'
import { VehicleTypeField } from '../../src/parts/vehicle-type-field.tsx'
import { usePosition } from '../../src/stores/position.ts'
import { EMPTY_SEARCH, useSearchDraft } from '../../src/stores/search-draft.ts'
import { render } from '../setup/render.tsx'

function Where() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const renderForm = () =>
  render(
    <>
      <SearchForm zone="Africa/Lagos" vehicle={<VehicleTypeField />} />
      <Where />
    </>,
  )

const address = (page: HTMLElement) => page.querySelector('output')?.textContent
const submit = (page: HTMLElement) => act(async () => page.querySelector('form')?.requestSubmit())
const buttonNamed = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].find((button) => button.textContent === name)

beforeEach(() => {
  useSearchDraft.setState(EMPTY_SEARCH)
  usePosition.setState({ asking: false, fix: null, error: null })
})

it('searches what was typed, now', async () => {
  const page = await renderForm()
  act(() => useSearchDraft.getState().change({ text: ' Toronto ' }))
  await submit(page)
  expect(address(page)).toBe('/search?search=Toronto')
})

it('opens the car park whose code was typed', async () => {
  const code = makeParkCode('CA', new Uint8Array([1, 2, 3, 4]))
  const page = await renderForm()
  act(() => useSearchDraft.getState().change({ text: code.toLowerCase() }))
  await submit(page)
  expect(address(page)).toMatch(new RegExp(`^/park/${code}\\?from=`))
})

it('asks for a place when there is none, and stays', async () => {
  const page = await renderForm()
  await submit(page)
  expect(address(page)).toBe('/')
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Type a place, or choose Near me.')
})

it('does not search with an end before the start, says so at the field, and keeps what was typed', async () => {
  const page = await renderForm()
  const start = Date.now() + 3_600_000
  act(() => useSearchDraft.getState().change({ text: 'Dakar', fromMs: start, untilMs: start - 60_000 }))
  await submit(page)
  expect(address(page)).toBe('/')
  expect(page.textContent).toContain('Choose a time after the start.')
  expect(page.querySelector('input')?.value).toBe('Dakar')
})

it('searches round the phone', async () => {
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (done: PositionCallback) =>
        done({ coords: { latitude: 14.6937, longitude: -17.4441 }, timestamp: 1 } as GeolocationPosition),
    },
  })
  const page = await renderForm()
  await act(async () => buttonNamed(page, 'Near me')?.click())
  expect(address(page)).toBe('/search?lat=14.69370&lng=-17.44410')
})

it('says that location is switched off and offers the last position', async () => {
  usePosition.setState({ error: 'denied', fix: { lat: 6.45, lng: 3.39, takenAtMs: 1, accuracyMetres: 20 } })
  const page = await renderForm()
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Location is turned off for this app')
  await act(async () => buttonNamed(page, 'Use my last location')?.click())
  expect(address(page)).toBe('/search?lat=6.45000&lng=3.39000')
})
