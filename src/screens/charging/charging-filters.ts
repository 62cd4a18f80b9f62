import { type Charger, CONNECTOR_CHOICES, type ConnectorChoice, meets } from '../../domain/chargers.ts'
import type { Currency } from '../../domain/money.ts'

export const POWERS_KW = [22, 50, 100] as const
export type PowerKw = (typeof POWERS_KW)[number]

/** What a driver asks for, as it stands in the address. */
export interface ChargingFilters {
  readonly connector: ConnectorChoice | null
  /** 0: any. */
  readonly minimumKw: PowerKw | 0
  readonly freeNow: boolean
  readonly cheapestFirst: boolean
  /** Minor units for what charging is compared by; null: any. */
  readonly mostMinor: number | null
}

const isConnector = (word: string): word is ConnectorChoice => (CONNECTOR_CHOICES as readonly string[]).includes(word)

/** Words that are not known are left out: an address of another release still opens. */
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

/** Those of a car park's chargers that meet all of it at once: one that is fast and another that is free do not make a fast free one. */
export const chargersThatMeet = (
  chargers: readonly Charger[],
  filters: ChargingFilters,
  at: { readonly currency: Currency; readonly nowMs: number },
): readonly Charger[] => chargers.filter((charger) => meets(charger, filters, at))
