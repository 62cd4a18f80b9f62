import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Instant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Total } from '../ui/total.tsx'
import { NextStepLine } from './next-step-line.tsx'
import styles from './parts.module.css'
import { QuoteErrorText } from './quote-error-text.tsx'
import { quoteStay } from './quote-stay.ts'
import { ZoneNote } from './stay-fields.tsx'
import StayRuler from './stay-ruler.tsx'
import { StayTiles } from './stay-tiles.tsx'
import { useNow } from './use-now.ts'
import { freeReason, type PickedStay, type PricedPark, type StayPrices } from './use-stay-prices.ts'

export interface StaySheetProps {
  readonly park: PricedPark
  readonly stay: PickedStay
  /** The prices of the picker that opens the sheet: a day of ends is already priced. */
  readonly prices: StayPrices
  readonly onUse: (until: Instant) => void
  readonly onExact: () => void
  readonly onClose: () => void
}

/** "Until when?" Changes here affect nothing behind the sheet until they are used. */
export default function StaySheet({ park, stay, prices, onUse, onExact, onClose }: StaySheetProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { priceAt, bounds, choices } = prices
  const [until, setUntil] = useState(() => toInstant(Math.max(bounds.shortest, Math.min(bounds.longest, stay.until))))
  const { from } = stay
  const { timezone: zone, currency } = park
  const price = quoteStay(park, { ...stay, until })
  const place = { from, until, zone, currency, priceAt }
  const start = format.savedAt(from, { zone, now })
  const end = format.savedAt(until, { zone, now })
  const total = price.ok ? format.money({ amountMinor: price.value.totalMinor, currency }) : null
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Until when?</Trans>}
      foot={
        <div className={styles.form}>
          {total !== null && <Total size={28} align="end" amount={total} label={<Trans>total, until {end}</Trans>} />}
          <Button wide disabled={total === null} onClick={() => onUse(until)}>
            {total === null ? (
              <Trans>Use these times</Trans>
            ) : (
              <Trans>
                Stay until {end}, {total}
              </Trans>
            )}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <div className={styles.row}>
          <span>
            <Trans>From {start}</Trans>
          </span>
          <Button kind="plain" size="small" onClick={onExact}>
            <Trans>Set exact times</Trans>
          </Button>
        </div>
        <ZoneNote zone={zone} at={from} />
        <StayTiles {...place} choices={choices} onChoose={setUntil} />
        {bounds.longest >= bounds.shortest && (
          <StayRuler {...place} {...bounds} label={t`Until`} lengthFrom={from} onChange={setUntil} />
        )}
        {price.ok ? (
          <NextStepLine
            {...place}
            neverFalls={prices.neverFalls}
            reasonAt={(later) => freeReason(park, { ...stay, until }, later)}
          />
        ) : (
          <p className={styles.bad}>
            <QuoteErrorText error={price.error} tariff={park.rate.tariff} />
          </p>
        )}
      </div>
    </Modal>
  )
}
