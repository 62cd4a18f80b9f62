import { readLocalText, removeLocalText, writeLocalText } from './local-text.ts'
import { observable, type Observable } from './observable.ts'

/** The country that prices, wallet and search follow, with how it was chosen. Names of the keys: the specification's. */
export interface SelectedCountry {
  readonly code: 'NG' | 'US' | 'CA' | 'SN'
  readonly name: string
  readonly autoDetected: boolean
  /** True when detection failed and the default was taken. */
  readonly fallback: boolean
  readonly ip: string | null
  readonly city: string | null
  readonly region: string | null
}

const KEY = 'selectedCountry'
const FLAG_KEY = 'countryAutoDetected'
const CODES: ReadonlySet<unknown> = new Set(['NG', 'US', 'CA', 'SN'])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Undefined for anything that this app did not write. */
function parse(text: string): SelectedCountry | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  if (raw === null || typeof raw !== 'object') return undefined
  const row = raw as Record<string, unknown>
  if (!CODES.has(row.code) || typeof row.name !== 'string') return undefined
  return {
    code: row.code as SelectedCountry['code'],
    name: row.name,
    autoDetected: row.autoDetected === true,
    fallback: row.fallback === true,
    ip: textOrNull(row.ip),
    city: textOrNull(row.city),
    region: textOrNull(row.region),
  }
}

function read(): SelectedCountry | null {
  const text = readLocalText(KEY)
  if (text === null) return null
  const country = parse(text)
  // An invalid stored value is removed, or it would be tried at every start.
  if (country === undefined) removeLocalText(KEY)
  return country ?? null
}

const flagOf = (country: SelectedCountry): string => (country.fallback ? 'fallback' : String(country.autoDetected))

function stored(): Observable<SelectedCountry | null> {
  const current = observable(read())
  return {
    ...current,
    set: (next) => {
      if (next !== null) {
        writeLocalText(KEY, JSON.stringify(next))
        writeLocalText(FLAG_KEY, flagOf(next))
      }
      current.set(next)
    },
  }
}

export const selectedCountry = stored()

/** Another tab chose a country: follow it. */
interface StorageEvents {
  addEventListener?(type: 'storage', listener: (event: { key: string | null }) => void): void
}
;(globalThis as StorageEvents).addEventListener?.('storage', (event) => {
  if (event.key === KEY) selectedCountry.set(read())
})
