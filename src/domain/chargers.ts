import type { Connector } from './connectors.ts'
import type { Money } from './money.ts'

/**
 * Choices offered to drivers: CCS has one plug in America and another in Europe and Africa, and no car fits both, so
 * one choice is enough.
 */
export const CONNECTOR_CHOICES = ['type2', 'type1', 'ccs', 'nacs', 'chademo', 'schuko'] as const
export type ConnectorChoice = (typeof CONNECTOR_CHOICES)[number]

export const choiceOf = (connector: Connector): ConnectorChoice =>
  connector === 'type1_combo' || connector === 'type2_combo' ? 'ccs' : connector

/** A group of identical chargers in a car park. */
export interface Charger {
  readonly connector: Connector
  /** Null: unknown. */
  readonly power_kw: number | null
  readonly count: number
  /** Minor units of the car park's currency, taxes included. 0: free. Null: shown at the charger only. */
  readonly price: number | null
  readonly per: 'kwh' | 'hour' | null
  /** Free chargers and time of the feed's last report. Null: no feed. */
  readonly free: number | null
  readonly free_at: string | null
}

/** Whether two chargers are of the same group, which is how a feed identifies them. */
export const isSameCharger = (
  a: Pick<Charger, 'connector' | 'power_kw'>,
  b: Pick<Charger, 'connector' | 'power_kw'>,
): boolean => a.connector === b.connector && a.power_kw === b.power_kw

/** Older feed reports do not count as current. */
export const CHARGER_FRESH_MS = 20 * 60_000

export type ChargerState = 'free' | 'last' | 'taken' | 'silent' | 'unknown'

/** Returns the state of the chargers at a time; `silent`: the feed's last report is too old. */
export function chargerState({ free, free_at: at }: Charger, nowMs: number): ChargerState {
  if (free === null || at === null) return 'unknown'
  if (nowMs - Date.parse(at) > CHARGER_FRESH_MS) return 'silent'
  if (free === 0) return 'taken'
  return free === 1 ? 'last' : 'free'
}

/** Amount of charge for price comparisons. */
export const SAMPLE_KWH = 30

/**
 * Returns the minutes to charge `kwh`, with a tenth added because cars draw less near the end. Returns null when the
 * power is unknown.
 */
export const chargeMinutes = ({ power_kw: kw }: Pick<Charger, 'power_kw'>, kwh: number): number | null =>
  kw === null || kw <= 0 ? null : Math.ceil((kwh * 66) / kw)

/**
 * Returns the price of charging `kwh`; hourly prices count started hours. Returns null when the price or the duration
 * is unknown.
 */
export function chargePrice(charger: Charger, kwh: number, currency: Money['currency']): Money | null {
  const { price, per } = charger
  if (price === 0) return { amountMinor: 0, currency }
  if (price === null || per === null) return null
  if (per === 'kwh') return { amountMinor: price * kwh, currency }
  const minutes = chargeMinutes(charger, kwh)
  return minutes === null ? null : { amountMinor: price * Math.ceil(minutes / 60), currency }
}

export interface ChargerNeeds {
  readonly connector: ConnectorChoice | null
  readonly minimumKw: number
  readonly freeNow: boolean
  /** Maximum price of `SAMPLE_KWH` in minor units; null: any. */
  readonly mostMinor: number | null
}

/**
 * Whether a charger meets the needs. Unknown power fails any minimum, an unknown price any maximum, and a silent feed
 * does not count as free.
 */
export function meets(
  charger: Charger,
  needs: ChargerNeeds,
  at: { currency: Money['currency']; nowMs: number },
): boolean {
  if (needs.connector !== null && choiceOf(charger.connector) !== needs.connector) return false
  if (needs.minimumKw > 0 && (charger.power_kw ?? 0) < needs.minimumKw) return false
  const state = chargerState(charger, at.nowMs)
  if (needs.freeNow && state !== 'free' && state !== 'last') return false
  if (needs.mostMinor === null) return true
  const price = chargePrice(charger, SAMPLE_KWH, at.currency)
  return price !== null && price.amountMinor <= needs.mostMinor
}
