import { create } from 'zustand'
import type { LatLng } from '../lib/cell.ts'
import { err, ok, type Result } from '../lib/result.ts'

/**
 * denied: refused by the driver or the browser's settings; unavailable: no fix was possible; unsupported: the browser
 * has no such API.
 */
export type LocateError = 'denied' | 'timeout' | 'unavailable' | 'unsupported'

export interface Fix extends LatLng {
  /** Epoch milliseconds. */
  readonly takenAtMs: number
  /** The phone is probably within this circle. */
  readonly accuracyMetres: number
}

interface PositionStore {
  readonly asking: boolean
  readonly fix: Fix | null
  readonly error: LocateError | null
  /** Asks the phone for its position; never throws. A second call while one is under way shares its result. */
  readonly locate: () => Promise<Result<Fix, LocateError>>
  /** Renews the position only when permission is already granted: no prompt, no error. */
  readonly renew: () => Promise<void>
}

const TIMEOUT_MS = 10_000
/** A fix this recent is as good as a new one, and needs neither satellites nor network. */
const MAXIMUM_AGE_MS = 60_000

const ERROR_BY_CODE: Readonly<Record<number, LocateError>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

function askPhone(): Promise<Result<Fix, LocateError>> {
  if (!('geolocation' in navigator)) return Promise.resolve(err('unsupported'))
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
        resolve(ok({ lat: latitude, lng: longitude, takenAtMs: timestamp, accuracyMetres: accuracy })),
      (error) => resolve(err(ERROR_BY_CODE[error.code] ?? 'unavailable')),
      { timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS, enableHighAccuracy: false },
    )
    // Some browsers never answer while the driver ignores their permission prompt.
    setTimeout(() => resolve(err('timeout')), TIMEOUT_MS + 1_000)
  })
}

async function isAllowed(): Promise<boolean> {
  if (!('permissions' in navigator)) return false
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch (error) {
    // Browsers that do not know this permission's name throw TypeError.
    if (error instanceof TypeError) return false
    throw error
  }
}

let underWay: Promise<Result<Fix, LocateError>> | null = null

export const usePosition = create<PositionStore>()((set) => ({
  asking: false,
  fix: null,
  error: null,
  locate: () => {
    underWay ??= (async () => {
      set({ asking: true, error: null })
      const answer = await askPhone()
      underWay = null
      set(answer.ok ? { asking: false, fix: answer.value } : { asking: false, error: answer.error })
      return answer
    })()
    return underWay
  },
  renew: async () => {
    if (!(await isAllowed())) return
    const answer = await askPhone()
    if (answer.ok) set({ fix: answer.value })
  },
}))
