import type { Connector } from './connectors.ts'
import type { Money } from './money.ts'

/** What a driver chooses by: CCS is one plug in America and another in Europe and Africa, and no car meets both. */
export const CONNECTOR_CHOICES = ['type2', 'type1', 'ccs', 'nacs', 'chademo', 'schuko'] as const
export type ConnectorChoice = (typeof CONNECTOR_CHOICES)[number]

export const choiceOf = (connector: Connector): ConnectorChoice =>
  connector === 'type1_combo' || connector === 'type2_combo' ? 'ccs' : connector

/** Alike chargers of a car park. */
export interface Charger {
  readonly connector: Connector
  /** Null: not known. */
  readonly power_kw: number | null
  readonly count: number
  /** Minor units of the car park's currency, taxes included; 0: free; null: asked for at the charger. */
  readonly price: number | null
  readonly per: 'kwh' | 'hour' | null
  /** As its feed last said, and when; null: it has none. */
  readonly free: number | null
  readonly free_at: string | null
}

/** Alike chargers: what a feed names them by. */
export const isSameCharger = (
  a: Pick<Charger, 'connector' | 'power_kw'>,
  b: Pick<Charger, 'connector' | 'power_kw'>,
): boolean => a.connector === b.connector && a.power_kw === b.power_kw

/** A feed that has been silent longer says nothing of now. */
export const CHARGER_FRESH_MS = 20 * 60_000

export type ChargerState = 'free' | 'last' | 'taken' | 'silent' | 'unknown'

/** What is known of chargers at a moment; `silent`: their feed has said nothing for a while. */
export function chargerState({ free, free_at: at }: Charger, nowMs: number): ChargerState {
  if (free === null || at === null) return 'unknown'
  if (nowMs - Date.parse(at) > CHARGER_FRESH_MS) return 'silent'
  if (free === 0) return 'taken'
  return free === 1 ? 'last' : 'free'
}

/** What charging is compared by. */
export const SAMPLE_KWH = 30

/** Minutes to charge `kwh`; null where the power is not known. Cars take less than the charger gives near the end: a tenth more. */
export const chargeMinutes = ({ power_kw: kw }: Pick<Charger, 'power_kw'>, kwh: number): number | null =>
  kw === null || kw <= 0 ? null : Math.ceil((kwh * 66) / kw)

/** What charging `kwh` costs; by the hour, started hours count. Null where no price is known, or not how long it takes. */
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
  /** Minor units for `SAMPLE_KWH`; null: any. */
  readonly mostMinor: number | null
}

/** A charger of unknown power meets no minimum, one of unknown price no maximum, and one that is silent is not free. */
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
