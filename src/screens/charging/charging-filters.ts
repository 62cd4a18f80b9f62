import { type Charger, CONNECTOR_CHOICES, type ConnectorChoice, meets } from '../../domain/chargers.ts'
import type { Currency } from '../../domain/money.ts'

export const POWERS_KW = [22, 50, 100] as const
export type PowerKw = (typeof POWERS_KW)[number]

/** The driver's filters, as stored in the URL. */
export interface ChargingFilters {
  readonly connector: ConnectorChoice | null
  /** 0 means any. */
  readonly minimumKw: PowerKw | 0
  readonly freeNow: boolean
  readonly cheapestFirst: boolean
  /** Maximum price of the sample charge, minor units; null means any. */
  readonly mostMinor: number | null
}

const isConnector = (word: string): word is ConnectorChoice => (CONNECTOR_CHOICES as readonly string[]).includes(word)

/** Ignores unknown words, so that a URL from another release still opens. */
export function parseChargingFilters(text: string | null): ChargingFilters {
  const words = (text ?? '').split(',')
  const most = words.map((word) => /^most(\d{1,9})$/.exec(word)?.[1]).find((found) => found !== undefined)
  return {
    connector: words.find(isConnector) ?? null,
    minimumKw: POWERS_KW.find((kw) => words.includes(`${String(kw)}kw`)) ?? 0,
    freeNow: words.includes('free'),
    cheapestFirst: words.includes('cheap'),
    mostMinor: most === undefined ? null : Number(most),
  }
}

export const writeChargingFilters = (filters: ChargingFilters): string =>
  [
    ...(filters.connector === null ? [] : [filters.connector]),
    ...(filters.minimumKw === 0 ? [] : [`${String(filters.minimumKw)}kw`]),
    ...(filters.freeNow ? ['free'] : []),
    ...(filters.cheapestFirst ? ['cheap'] : []),
    ...(filters.mostMinor === null ? [] : [`most${String(filters.mostMinor)}`]),
  ].join(',')

/** Returns the chargers that meet all filters at once: a fast one plus a free one is not a fast free one. */
export const chargersThatMeet = (
  chargers: readonly Charger[],
  filters: ChargingFilters,
  at: { readonly currency: Currency; readonly nowMs: number },
): readonly Charger[] => chargers.filter((charger) => meets(charger, filters, at))
