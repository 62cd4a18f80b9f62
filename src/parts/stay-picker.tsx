// Memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Activity, createElement, type ReactNode, useState } from 'react'
import { type Instant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { ClockIcon } from '../ui/icons-state.tsx'
import { NextStepLine } from './next-step-line.tsx'
import styles from './parts.module.css'
import { StartNote } from './start-note.tsx'
import { StayFields, ZoneNote } from './stay-fields.tsx'
import { StayTiles } from './stay-tiles.tsx'
import { useLater } from './use-later.ts'
import { useNow } from './use-now.ts'
import { freeReason, type PickedStay, type PricedPark, useStayPrices } from './use-stay-prices.ts'

/** In a chunk of its own (src/lib/kept-files.ts); without it the exact times are used. */
const loadSheet = () => import('./stay-sheet.tsx')

export interface StayPickerProps {
  readonly park: PricedPark
  readonly stay: PickedStay
  readonly onChange: (stay: { readonly from: Instant; readonly until: Instant }) => void
  /** For pages that show the times nowhere else. */
  readonly showTimes?: boolean
  /** Why these times have no price. */
  readonly error?: ReactNode
}

/** Chooses the end in one tap with its price, any other end on the ruler, and any other start by exact times. */
export function StayPicker({ park, stay, onChange, showTimes = false, error }: StayPickerProps) {
  const format = useFormat()
  const now = useNow()
  const Sheet = useLater(loadSheet)
  const [shown, setShown] = useState<'sheet' | 'exact' | null>(null)
  const [closings, setClosings] = useState(0)
  const prices = useStayPrices(park, stay)
  const { priceAt, choices } = prices
  const { from, until } = stay
  const { timezone: zone, currency } = park
  const hasPrice = priceAt(until) !== null
  const isExact = shown === 'exact' || !hasPrice
  const place = { from, until, zone, currency, priceAt }
  const close = (next: 'exact' | null) => {
    setShown(next)
    setClosings((count) => count + 1)
  }
  // The car park's source gives no prices, so no other times would have one.
  if (park.rate.tariff.windows.length === 0) return <p className={styles.bad}>{error}</p>
  return (
    <div className={styles.form}>
      <StartNote
        from={from}
        zone={zone}
        onStart={(start) => onChange({ from: start, until: toInstant(start + Math.max(0, until - from)) })}
      />
      {showTimes && <p>{format.stay(from, until, { zone, now })}</p>}
      <StayTiles {...place} choices={choices} onChoose={(end) => onChange({ from, until: end })} />
      {hasPrice && (
        <NextStepLine {...place} neverFalls={prices.neverFalls} reasonAt={(end) => freeReason(park, stay, end)} />
      )}
      {isExact && <StayFields from={from} until={until} zone={zone} onChange={onChange} error={error} />}
      <ZoneNote zone={zone} at={from} />
      <div className={styles.row}>
        <Button
          kind="soft"
          size="small"
          icon={<ClockIcon />}
          aria-haspopup={Sheet === null ? undefined : 'dialog'}
          onClick={() => setShown(Sheet === null ? 'exact' : 'sheet')}
        >
          <Trans>Change</Trans>
        </Button>
        {!isExact && (
          <Button kind="plain" size="small" onClick={() => setShown('exact')}>
            <Trans>Set exact times</Trans>
          </Button>
        )}
      </div>
      {/* Rendered hidden in idle time, so that a tap only has to show it. Closing discards unused changes. */}
      {Sheet !== null && (
        <Activity mode={shown === 'sheet' ? 'visible' : 'hidden'}>
          {createElement(Sheet, {
            ...{ key: `${until} ${closings}`, park, stay, prices },
            onUse: (end: Instant) => {
              close(null)
              onChange({ from, until: end })
            },
            onExact: () => close('exact'),
            onClose: () => close(null),
          })}
        </Activity>
      )}
    </div>
  )
}
