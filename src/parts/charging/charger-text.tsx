import { Trans } from '@lingui/react/macro'
import type { Charger, ChargerState, ConnectorChoice } from '../../domain/chargers.ts'
import type { Connector } from '../../domain/connectors.ts'
import { type Instant, toInstant } from '../../domain/instant.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import type { AvailabilityTone } from '../../ui/availability.tsx'

/** As printed beside the plug, in all languages. */
export const CONNECTOR_NAMES: Readonly<Record<ConnectorChoice, string>> = {
  type2: 'Type 2',
  type1: 'Type 1',
  ccs: 'CCS',
  nacs: 'NACS',
  chademo: 'CHAdeMO',
  schuko: 'Schuko',
}

/** One label per plug: the two forms of CCS fit different cars. */
export const CONNECTOR_LABELS: Readonly<Record<Connector, string>> = {
  type1: 'Type 1 (J1772)',
  type1_combo: 'CCS 1',
  type2: 'Type 2',
  type2_combo: 'CCS 2',
  nacs: 'NACS',
  chademo: 'CHAdeMO',
  schuko: 'Schuko',
}

/** Returns a formatter for "50 kW", with a no-break space. */
export function usePowerText(): (kw: number) => string {
  const format = useFormat()
  return (kw) => `${format.number(kw)}\u00a0kW`
}

export const CHARGER_TONES: Readonly<Record<ChargerState, AvailabilityTone>> = {
  free: 'good',
  last: 'few',
  taken: 'full',
  silent: 'old',
  unknown: 'unknown',
}

export interface ChargerStateTextProps {
  readonly charger: Charger
  readonly state: ChargerState
  readonly zone: string
  readonly now: Instant
}

/** Whether a charger is free, always with the time of that information. */
export function ChargerStateText({ charger: { free, count, free_at: at }, state, zone, now }: ChargerStateTextProps) {
  const format = useFormat()
  const time = at === null ? '' : format.savedAt(toInstant(Date.parse(at)), { zone, now })
  switch (state) {
    case 'free':
      return (
        <Trans>
          {free} of {count} free, {time}
        </Trans>
      )
    case 'last':
      return <Trans>Last one free, {time}</Trans>
    case 'taken':
      return <Trans>None free, {time}</Trans>
    case 'silent':
      return <Trans>No news from the charger since {time}</Trans>
    case 'unknown':
      return <Trans>Free chargers not known</Trans>
    default:
      return unreachable(state)
  }
}

/** The operator's price for charging. */
export function ChargerPriceText({ charger, currency }: { readonly charger: Charger; readonly currency: Currency }) {
  const format = useFormat()
  if (charger.price === null) return <Trans>Price at the charger</Trans>
  if (charger.price === 0) return <Trans>Charging is free</Trans>
  const price = format.money({ amountMinor: charger.price, currency })
  return charger.per === 'hour' ? <Trans>{price} an hour</Trans> : <Trans>{price} a kWh</Trans>
}
