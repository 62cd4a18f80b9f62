import { expect, it, vi } from 'vitest'
import { usePosition } from '../../src/stores/position.ts'

type Success = (position: {
  coords: { latitude: number; longitude: number; accuracy: number }
  timestamp: number
}) => void
type Failure = (error: { code: number }) => void

const stubPhone = (getCurrentPosition: (success: Success, failure: Failure) => void) => {
  const spy = vi.fn(getCurrentPosition)
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: spy } })
  return spy
}

it('gives the position and its time', async () => {
  stubPhone((success) => success({ coords: { latitude: 14.69, longitude: -17.44, accuracy: 20 }, timestamp: 5 }))
  await expect(usePosition.getState().locate()).resolves.toEqual({
    ok: true,
    value: { lat: 14.69, lng: -17.44, takenAtMs: 5, accuracyMetres: 20 },
  })
})

it('says that permission was denied and keeps the last position', async () => {
  usePosition.setState({ fix: { lat: 1, lng: 2, takenAtMs: 3, accuracyMetres: 20 } })
  stubPhone((_success, failure) => failure({ code: 1 }))
  await expect(usePosition.getState().locate()).resolves.toEqual({ ok: false, error: 'denied' })
  expect(usePosition.getState()).toMatchObject({ asking: false, error: 'denied', fix: { lat: 1 } })
})

it('gives up when the browser never answers', async () => {
  vi.useFakeTimers()
  stubPhone(() => undefined)
  const answer = usePosition.getState().locate()
  await vi.advanceTimersByTimeAsync(11_000)
  await expect(answer).resolves.toEqual({ ok: false, error: 'timeout' })
  vi.useRealTimers()
})

it('asks once for two taps', async () => {
  const spy = stubPhone((success) =>
    setTimeout(() => success({ coords: { latitude: 1, longitude: 1, accuracy: 20 }, timestamp: 1 }), 1),
  )
  await Promise.all([usePosition.getState().locate(), usePosition.getState().locate()])
  expect(spy).toHaveBeenCalledTimes(1)
})

it('says when the browser cannot locate at all', async () => {
  vi.stubGlobal('navigator', {})
  await expect(usePosition.getState().locate()).resolves.toEqual({ ok: false, error: 'unsupported' })
})
