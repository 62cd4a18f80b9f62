import { useEffect, useState } from 'react'
import type { Fixed } from '../../domain/walk-back.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import type { LocateError } from '../../stores/position.ts'

/** Satellites, and a fresh position: one from a minute ago cannot guide the way back. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, maximumAge: 5_000, timeout: 20_000 }

const ERROR_BY_CODE: Readonly<Record<number, LocateError>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

const toFixed = ({ coords: { latitude: lat, longitude: lng, accuracy } }: GeolocationPosition): Fixed => ({
  ...{ lat, lng },
  accuracyMetres: accuracy,
})

const toError = ({ code }: GeolocationPositionError): LocateError => ERROR_BY_CODE[code] ?? 'unavailable'

/** Returns the phone's position, asked for once. */
export function findHere(): Promise<Result<Fixed, LocateError>> {
  if (!('geolocation' in navigator)) return Promise.resolve(err('unsupported'))
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      (position) => resolve(ok(toFixed(position))),
      (error) => resolve(err(toError(error))),
      OPTIONS,
    )
  })
}

/** Returns the phone's position while mounted; null until known. After an error the last position stays. */
export function useHere(): { readonly here: Fixed | null; readonly error: LocateError | null } {
  const [state, setState] = useState<{ readonly here: Fixed | null; readonly error: LocateError | null }>(() => ({
    here: null,
    error: 'geolocation' in navigator ? null : 'unsupported',
  }))
  useEffect(() => {
    if (!('geolocation' in navigator)) return undefined
    const watch = navigator.geolocation.watchPosition(
      (position) => setState({ here: toFixed(position), error: null }),
      (error) => setState(({ here }) => ({ here, error: toError(error) })),
      OPTIONS,
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [])
  return state
}
