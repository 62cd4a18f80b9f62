// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { takesBookings } from '../../parts/free-spaces.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { AgeLine } from '../../parts/price-age.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import type { Stay } from '../../stores/search-draft.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Total } from '../../ui/total.tsx'
import styles from './find.module.css'
import type { ListedPark } from './list-parks.ts'

export interface SelectedParkProps {
  readonly item: ListedPark
  readonly stay: Stay
  readonly vehicleTypeId: VehicleTypeId
}

/** The selected car park's card over the map, on large screens. */
export function SelectedPark({ item: { park, price, savedAt }, stay, vehicleTypeId }: SelectedParkProps) {
  const format = useFormat()
  const now = useNow()
  const until = format.savedAt(stay.untilMs, { zone: park.timezone, now })
  const chosen = { ...stay, vehicleTypeId }
  return (
    <section data-over-map className={styles.selected} aria-label={park.name}>
      <div className={styles.selectedHead}>
        <h2>
          <ParkName park={park} />
        </h2>
        {price.ok && (
          <Total
            size={28}
            align="end"
            amount={format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })}
            label={
              <>
                {park.rate.tariff.demo ? (
                  <Trans>total, until {until}, demo price</Trans>
                ) : (
                  <Trans>total, until {until}</Trans>
                )}
                {savedAt !== null && <AgeLine savedAt={savedAt} zone={park.timezone} />}
              </>
            }
          />
        )}
      </div>
      <ButtonRow>
        {price.ok && takesBookings(park) && (
          <Link to={routes.checkout.href(park.slug, chosen)} {...buttonLook()}>
            <Trans>Book until {until}</Trans>
          </Link>
        )}
        <Link to={routes.park.href(park.slug, chosen)} {...buttonLook({ kind: 'secondary' })}>
          <Trans>Details</Trans>
        </Link>
      </ButtonRow>
    </section>
  )
}
