// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { CONNECTOR_CHOICES, SAMPLE_KWH } from '../../domain/chargers.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { CONNECTOR_NAMES, usePowerText } from '../../parts/charging/charger-text.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { BoltIcon } from '../../ui/icons-place.tsx'
import { ChoiceTiles } from '../../ui/choice-tiles.tsx'
import { type ChargingFilters, POWERS_KW } from './charging-filters.ts'

export interface ChargingChipsProps {
  readonly filters: ChargingFilters
  /** Median price of the chargers here. */
  readonly middle: { readonly amountMinor: number; readonly currency: Currency } | null
  readonly onChange: (part: Partial<ChargingFilters>) => void
}

/** The connector first, since a wrong one is of no use; then order, availability, power and price. */
export function ChargingChips({ filters, middle, onChange }: ChargingChipsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const power = usePowerText()
  // A limit chosen elsewhere stays listed so that it can be removed.
  const mostMinor = filters.mostMinor ?? middle?.amountMinor ?? null
  const most =
    mostMinor === null || middle === null ? null : format.money({ amountMinor: mostMinor, currency: middle.currency })
  return (
    <>
      <ChoiceTiles
        label={t`Connector`}
        tiles={CONNECTOR_CHOICES.map((choice) => ({
          key: choice,
          label: CONNECTOR_NAMES[choice],
          on: filters.connector === choice,
          onChoose: () => onChange({ connector: filters.connector === choice ? null : choice }),
        }))}
      />
      <ChipRow label={t`Order and filters`}>
        <Chip on={!filters.cheapestFirst} onToggle={() => onChange({ cheapestFirst: false })}>
          <Trans>Nearest</Trans>
        </Chip>
        <Chip on={filters.cheapestFirst} onToggle={() => onChange({ cheapestFirst: true })}>
          <Trans>Cheapest</Trans>
        </Chip>
        <Chip on={filters.freeNow} onToggle={(freeNow) => onChange({ freeNow })}>
          <Trans>Free now</Trans>
        </Chip>
        {POWERS_KW.map((kw) => (
          <Chip
            key={kw}
            icon={<BoltIcon size={18} />}
            on={filters.minimumKw === kw}
            onToggle={(on) => onChange({ minimumKw: on ? kw : 0 })}
          >
            <Trans>{power(kw)} or more</Trans>
          </Chip>
        ))}
        {most !== null && (
          <Chip on={filters.mostMinor !== null} onToggle={(on) => onChange({ mostMinor: on ? mostMinor : null })}>
            <Trans>
              {SAMPLE_KWH} kWh up to {most}
            </Trans>
          </Chip>
        )}
      </ChipRow>
    </>
  )
}
