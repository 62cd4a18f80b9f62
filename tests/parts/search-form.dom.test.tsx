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

it('searches what was typed, and the address keeps the times that were shown', async () => {
  const page = await renderForm()
  act(() => useSearchDraft.getState().change({ text: ' Toronto ' }))
  await submit(page)
  const { pathname, searchParams } = new URL(address(page) ?? '', 'http://localhost')
  expect([pathname, searchParams.get('search')]).toEqual(['/search', 'Toronto'])
  const [from, until] = ['from', 'until'].map((name) => Number(searchParams.get(name)))
  expect(Math.abs((from ?? 0) - Date.now())).toBeLessThan(10 * 60_000)
  expect(until).toBe((from ?? 0) + 3 * 3_600_000)
})

it('takes two hours from now in one tap', async () => {
  const page = await renderForm()
  await act(async () => buttonNamed(page, '2\u00a0h')?.click())
  const { fromMs, untilMs } = useSearchDraft.getState()
  expect(fromMs).toBeNull()
  expect(Math.abs((untilMs ?? 0) - Date.now() - 2 * 3_600_000)).toBeLessThan(10 * 60_000)
  expect(buttonNamed(page, '2\u00a0h')?.getAttribute('aria-pressed')).toBe('true')
})

it('says that a start has passed, and begins now when the driver says so', async () => {
  const page = await renderForm()
  const start = Date.now() - 3_600_000
  act(() => useSearchDraft.getState().change({ fromMs: start, untilMs: start + 7_200_000 }))
  expect(page.querySelector('[role=alert]')?.textContent).toBe('This time has passed. Choose a later one.')
  expect(useSearchDraft.getState().fromMs).toBe(start)
  await act(async () => buttonNamed(page, 'Start now')?.click())
  expect(page.querySelector('[role=alert]')).toBeNull()
  expect(useSearchDraft.getState().fromMs).toBeNull()
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
  expect(address(page)).toMatch(/^\/search\?lat=14\.69370&lng=-17\.44410&from=\d+&until=\d+$/)
})

it('says that location is switched off and offers the last position', async () => {
  usePosition.setState({ error: 'denied', fix: { lat: 6.45, lng: 3.39, takenAtMs: 1, accuracyMetres: 20 } })
  const page = await renderForm()
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Location is turned off for this app')
  await act(async () => buttonNamed(page, 'Use my last location')?.click())
  expect(address(page)).toMatch(/^\/search\?lat=6\.45000&lng=3\.39000&/)
})
