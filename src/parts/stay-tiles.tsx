// Memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { Instant } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import type { PriceAt } from '../domain/next-step.ts'
import type { StayChoice } from '../domain/stay-choices.ts'
import { useFormat } from '../i18n/format.ts'
import { ChoiceTiles } from '../ui/choice-tiles.tsx'
import { ChoiceText } from './choice-text.tsx'

export interface StayTilesProps {
  readonly from: Instant
  readonly until: Instant
  readonly zone: string
  readonly currency: Currency
  readonly choices: readonly StayChoice[]
  readonly priceAt: PriceAt
  readonly onChoose: (until: Instant) => void
}

/** The usual ends with their prices. */
export function StayTiles({ from, until, zone, currency, choices, priceAt, onChoose }: StayTilesProps) {
  const { t } = useLingui()
  const format = useFormat()
  if (choices.length === 0) return null
  return (
    <ChoiceTiles
      label={t`How long`}
      tiles={choices.map((choice) => ({
        key: choice.kind + String(choice.until),
        label: <ChoiceText {...{ choice, from, zone }} />,
        detail: format.money({ amountMinor: priceAt(choice.until) ?? 0, currency }),
        on: choice.until === until,
        onChoose: () => onChoose(choice.until),
      }))}
    />
  )
}
