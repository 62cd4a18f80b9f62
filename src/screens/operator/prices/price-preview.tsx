// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ParkTariff } from '../../../actions/operator-tariffs.online.ts'
import type { Instant } from '../../../domain/instant.ts'
import { priceStay } from '../../../domain/price-stay.ts'
import type { Quote, Tariff, VehicleTypeId } from '../../../domain/tariff.ts'
import { useFormat } from '../../../i18n/format.ts'
import { QuoteErrorText } from '../../../parts/quote-error-text.tsx'
import { StayFields, ZoneNote } from '../../../parts/stay-fields.tsx'
import { usePriceLines } from '../../../parts/use-price-lines.tsx'
import { useVehicleTypeName } from '../../../parts/use-vehicle-type-name.ts'
import { PriceLines } from '../../../ui/price-lines.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import page from '../operator.module.css'
import { VEHICLES } from './price-draft.ts'
import styles from '../prices.module.css'

export interface PreviewedStay {
  readonly from: Instant
  readonly until: Instant
  readonly vehicleTypeId: VehicleTypeId
}

interface PricePreviewProps {
  readonly park: ParkTariff
  /** With the prices as typed. */
  readonly tariff: Tariff
  readonly stay: PreviewedStay
  readonly onChange: (stay: PreviewedStay) => void
}

function Lines({ price }: { readonly price: Quote }) {
  return <PriceLines lines={usePriceLines(price)} />
}

/**
 * The price of any stay with the prices as typed, next to its current price; computed by the same code that drivers and
 * the provider use.
 */
export function PricePreview({ park, tariff, stay, onChange }: PricePreviewProps) {
  const { t } = useLingui()
  const format = useFormat()
  const vehicleName = useVehicleTypeName()
  const { from, until, vehicleTypeId } = stay
  const priceBy = (one: Tariff) =>
    priceStay({ tariff: one, taxes: park.taxes, vehicleType: vehicleTypeId, from, to: until, zone: park.zone })
  const [typed, now] = [priceBy(tariff), priceBy(park.tariff)]
  return (
    <section className={page.price} aria-label={t`A stay, as drivers see it`}>
      <h2>
        <Trans>A stay, as drivers see it</Trans>
      </h2>
      <StayFields from={from} until={until} zone={park.zone} onChange={(times) => onChange({ ...stay, ...times })} />
      <ZoneNote zone={park.zone} at={from} />
      <SelectField
        label={t`Vehicle`}
        value={vehicleTypeId}
        onChange={({ currentTarget }) =>
          onChange({ ...stay, vehicleTypeId: VEHICLES.find((type) => String(type) === currentTarget.value) ?? 1 })
        }
      >
        {VEHICLES.map((type) => (
          <option key={type} value={type}>
            {vehicleName(type)}
          </option>
        ))}
      </SelectField>
      <div aria-live="polite">
        {typed.ok ? (
          <>
            <p className={page.total}>
              {format.money({ amountMinor: typed.value.totalMinor, currency: park.currency })}
            </p>
            <Lines price={typed.value} />
          </>
        ) : (
          <p className={styles.bad}>
            <QuoteErrorText error={typed.error} tariff={limitsOf(tariff)} />
          </p>
        )}
      </div>
      <div className={styles.before}>
        <h3>
          <Trans>With the prices in force</Trans>
        </h3>
        {now.ok ? (
          <Lines price={now.value} />
        ) : (
          <p>
            <QuoteErrorText error={now.error} tariff={limitsOf(park.tariff)} />
          </p>
        )}
      </div>
    </section>
  )
}

const limitsOf = ({ minimumStayMinutes, maximumStayMinutes, windows }: Tariff) => ({
  ...{ minimum_stay_minutes: minimumStayMinutes, maximum_stay_minutes: maximumStayMinutes, windows },
})
