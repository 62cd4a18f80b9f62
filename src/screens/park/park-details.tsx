// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { takesBookings } from '../../parts/free-spaces.ts'
import { ParkRefund } from '../../parts/park-refund.tsx'
import { ParkName } from '../../parts/park-name.tsx'
import { ParkAgain } from '../../parts/park-again/park-again.tsx'
import { RatingText } from '../../parts/rating.tsx'
import { StayPicker } from '../../parts/stay-picker.tsx'
import { useNow } from '../../parts/use-now.ts'
import { quoteStay } from '../../parts/quote-stay.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { usePlanTerms } from '../../queries/use-plans.ts'
import { type ChosenStay, useStay } from '../../parts/use-stay.ts'
import type { Park } from '../../contract/parks.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ActionBar } from '../../ui/page-head.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Total } from '../../ui/total.tsx'
import { FavouriteWaiting } from './favourite-button.tsx'
import { MapStrip } from './map-strip.tsx'
import { Away } from './away.tsx'
import { ParkFacts } from './park-facts.tsx'
import { ParkPhoto } from './park-photo.tsx'
import { ParkTop } from './park-top.tsx'
import { VehicleChoice } from './vehicle-choice.tsx'
import { LaterChargers, LaterPasses, LaterPhotos, LaterReport, LaterReviews, LaterUsualHours } from './later-parts.tsx'
import styles from './park.module.css'
import { QuoteErrorText } from '../../parts/quote-error-text.tsx'

export interface ParkDetailsProps {
  readonly park: Park
  readonly savedAt: number | null
}

/** The total first, then the facts with their age, the price breakdown, and the cost of changing plans. */
export function ParkDetails({ park, savedAt }: ParkDetailsProps) {
  const stay: ChosenStay = { ...useStay(), plan: usePlanTerms(park) }
  // Content below the first screen renders later, interruptible by a tap.
  const isWhole = useDeferredValue(true, false)
  const { lat, lng } = park
  const place = [park.address, park.city].filter((part) => part !== null).join(', ')
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        {lat !== null && lng !== null && <MapStrip at={{ lat, lng }} />}
        <ParkTop park={park} />
      </div>
      <div className={styles.body}>
        <div>
          <h1 tabIndex={-1}>
            <ParkName park={park} />
          </h1>
          <p className={styles.muted}>
            {place}
            <Away park={park} hasBefore={place !== ''} />
          </p>
          {park.rating !== undefined && (
            <p>
              <RatingText rating={park.rating} />
            </p>
          )}
          <FavouriteWaiting park={park} />
        </div>
        <Price park={park} stay={stay} savedAt={savedAt} />
        <ParkFacts park={park} stay={stay} />
        {isWhole && <Below park={park} stay={stay} />}
      </div>
      <BookBar park={park} stay={stay} />
    </div>
  )
}

interface PartProps {
  readonly park: Park
  readonly stay: ChosenStay
}

function Below({ park, stay }: PartProps) {
  return (
    <>
      <LaterPhotos park={park} />
      {park.chargers !== undefined && <LaterChargers park={park} chargers={park.chargers} />}
      <LaterPasses park={park} />
      <LaterUsualHours park={park} stay={stay} />
      <PriceMade park={park} stay={stay} />
      <ParkPhoto key={park.code} park={park} />
      {park.rating !== undefined && <LaterReviews park={park} />}
      <LaterReport park={park} />
      <ParkSource park={park} />
    </>
  )
}

function Price({ park, stay, savedAt }: PartProps & { readonly savedAt: number | null }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const price = quoteStay(park, stay)
  const zone = park.timezone
  const when = format.stay(stay.from, stay.until, { zone, now, inSentence: true })
  return (
    <section aria-label={t`Price`} className={styles.choose}>
      <div className={styles.price}>
        {price.ok ? (
          <Total
            amount={format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })}
            label={
              <>
                {savedAt === null ? (
                  <Trans>total, {when}</Trans>
                ) : (
                  <Trans>
                    total, {when}; price as of {format.savedAt(toInstant(savedAt), { zone, now })}
                  </Trans>
                )}
                {park.rate.tariff.demo && (
                  <>
                    , <Trans>demo price</Trans>
                  </>
                )}
              </>
            }
          />
        ) : (
          <Note
            tone="warning"
            icon={<TriangleIcon size={24} />}
            title={<QuoteErrorText error={price.error} tariff={park.rate.tariff} />}
          />
        )}
        {price.ok && !takesBookings(park) && (
          <Note
            tone="warning"
            icon={<TriangleIcon size={24} />}
            title={<Trans>Nobody says how many spaces this car park has. It cannot be booked here.</Trans>}
          />
        )}
      </div>
      <VehicleChoice park={park} stay={stay} />
      <StayPicker park={park} stay={stay} onChange={stay.change} />
    </section>
  )
}

function PriceMade({ park, stay }: PartProps) {
  const price = quoteStay(park, stay)
  const lines = usePriceLines(price.ok ? price.value : { lines: [], totalMinor: 0, currency: park.currency })
  if (!price.ok) return null
  return (
    <>
      <section>
        <h2>
          <Trans>Price breakdown</Trans>
        </h2>
        <PriceLines lines={lines} />
        {park.demo && park.rate.tariff.demo && (
          <p className={styles.small}>
            <Trans>Demo price: no public price is known for this car park.</Trans>
          </p>
        )}
      </section>
      <section>
        <h2>
          <Trans>If your plans change</Trans>
        </h2>
        <ParkRefund park={park} stay={stay} quote={price.value} />
      </section>
    </>
  )
}

/** The sources of the facts, and which facts have none. */
function ParkSource({ park }: { readonly park: Park }) {
  return (
    <>
      {park.demo_fields.includes('name') && (
        <p className={styles.small}>
          <Trans>Demo name: no public source names this car park.</Trans>
        </p>
      )}
      {park.demo_fields.includes('capacity') && (
        <p className={styles.small}>
          <Trans>Demo figure: no public source says how many spaces this car park has.</Trans>
        </p>
      )}
      <p className={styles.small}>
        <Trans>Car park code: {park.code}</Trans>
        <br />
        {park.attribution}
        {park.lat !== null && (
          <>
            <br />
            <Trans>Map: Natural Earth.</Trans>
          </>
        )}
      </p>
    </>
  )
}

function BookBar({ park, stay }: PartProps) {
  const format = useFormat()
  const now = useNow()
  const price = quoteStay(park, stay)
  if (!price.ok || !takesBookings(park)) return null
  const until = format.savedAt(stay.until, { zone: park.timezone, now })
  const total = format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })
  return (
    <ActionBar>
      <ParkAgain form="bar" parkId={park.id} />
      <Link
        to={routes.checkout.href(park.slug, {
          fromMs: stay.from,
          untilMs: stay.until,
          vehicleTypeId: stay.vehicleTypeId,
        })}
        {...buttonLook({ wide: true })}
      >
        <span>
          <Trans>
            Book until {until}, {total}
          </Trans>
        </span>
      </Link>
    </ActionBar>
  )
}
