import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { COUNTRY_FLAG } from '../lib/welcomed.ts'
import { observable, type Observable } from '../lib/observable.ts'

/** The country that prices, wallet and search follow, and how it was chosen. The key names are the specification's. */
export interface SelectedCountry {
  readonly code: 'NG' | 'US' | 'CA' | 'SN'
  readonly name: string
  readonly autoDetected: boolean
  /** True when the default is used: detection failed, or found a country that is not served. */
  readonly fallback: boolean
  /** With `fallback`: detection failed altogether. */
  readonly errorFallback?: boolean
  readonly ip: string | null
  readonly city: string | null
  readonly region: string | null
}

/** The value in a page rendered at build. */
export const nobodyChose = (): null => null

/** Returns whether the driver chose the country, as opposed to detection or the default. */
export const isCountryChosen = (country: SelectedCountry | null): boolean =>
  country !== null && !country.autoDetected && !country.fallback

const KEY = 'selectedCountry'
const CODES: ReadonlySet<unknown> = new Set(['NG', 'US', 'CA', 'SN'])

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Returns undefined for anything that this app did not write. */
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
    errorFallback: row.fallback === true && (row.errorFallback === true || row.ip === null),
    ip: textOrNull(row.ip),
    city: textOrNull(row.city),
    region: textOrNull(row.region),
  }
}

function read(): SelectedCountry | null {
  const text = readLocalText(KEY)
  if (text === null) return null
  const country = parse(text)
  // An invalid stored value is removed, or it would be parsed again at every start.
  if (country === undefined) removeLocalText(KEY)
  return country ?? null
}

const flagOf = (country: SelectedCountry): string => (country.fallback ? 'fallback' : String(country.autoDetected))

/** The specification's event for a change in this browser's storage. */
const CHANGED = 'storage-updated'

/** Workers and Node have no `storage` events. */
interface Page {
  addEventListener?(type: 'storage', listener: (event: { key: string | null }) => void): void
  dispatchEvent?(event: Event): boolean
}
const page = globalThis as Page

function stored(): Observable<SelectedCountry | null> {
  const current = observable(read())
  return {
    ...current,
    set: (next) => {
      if (next !== null) {
        writeLocalText(KEY, JSON.stringify(next))
        writeLocalText(COUNTRY_FLAG, flagOf(next))
      }
      current.set(next)
      page.dispatchEvent?.(new Event(CHANGED))
    },
  }
}

export const selectedCountry = stored()

/** Follows a country chosen in another tab. */
page.addEventListener?.('storage', (event) => {
  if (event.key === KEY) selectedCountry.set(read())
})
