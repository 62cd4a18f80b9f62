import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { CountryCode } from '../../domain/country.ts'
import type { StayError } from '../../domain/price-stay.ts'
import { useFormat } from '../../i18n/format.ts'
import { walkingMinutes } from '../../lib/walking.ts'
import { AvailabilityText } from '../../parts/availability-text.tsx'
import { availabilityTone } from '../../parts/free-spaces.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { RatingText } from '../../parts/rating.tsx'
import { PriceAge } from '../../parts/price-age.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { Stay } from '../../stores/search-draft.ts'
import type { VehicleTypeId } from '../../domain/tariff-types.ts'
import { Availability } from '../../ui/availability.tsx'
import { ParkCard, parkCardLook } from '../../ui/park-card.tsx'
import styles from './find.module.css'
import type { ListedPark } from './list-parks.ts'

export interface ParkListProps {
  readonly listed: readonly ListedPark[]
  readonly stay: Stay
  readonly vehicleTypeId: VehicleTypeId
  readonly selectedId: number | null
  readonly onSelect?: (id: number) => void
  /** `select`: a card shows its park on the map beside it; `open`: a card opens its park's page. */
  readonly tap: 'select' | 'open'
}

/** The cards, with the selected one marked; scrolls to a park selected on the map. */
export function ParkList({ listed, stay, vehicleTypeId, selectedId, onSelect, tap }: ParkListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-park="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [selectedId])
  return (
    <ul ref={list} className={styles.list}>
      {listed.map((item) => {
        const isSelected = item.park.id === selectedId
        const card = <Card item={item} hasRoom={tap === 'select'} />
        return (
          <li key={item.park.id} data-park={item.park.id}>
            {tap === 'select' ? (
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => onSelect?.(item.park.id)}
                {...parkCardLook(isSelected)}
              >
                {card}
              </button>
            ) : (
              <Link
                to={routes.park.href(item.park.slug, { ...stay, vehicleTypeId })}
                onClick={() => onSelect?.(item.park.id)}
                {...parkCardLook(isSelected)}
              >
                {card}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface CardProps {
  readonly item: ListedPark
  /** Whether the height limit fits beside the distance. */
  readonly hasRoom: boolean
}

function Card({ item: { park, distanceMetres, price, spaces, savedAt }, hasRoom }: CardProps) {
  const format = useFormat()
  const now = useNow()
  const height = park.height_limit_m === null || !hasRoom ? null : format.metres(park.height_limit_m, park.country_code)
  const address = park.address ?? park.city ?? park.state ?? park.code
  return (
    <ParkCard
      name={<ParkName park={park} />}
      address={
        <>
          {address} <RatingText rating={park.rating} />
        </>
      }
      {...(distanceMetres === null
        ? {}
        : {
            distance: (
              <>
                <Distance metres={distanceMetres} country={park.country_code} />
                {height !== null && (
                  <span className={styles.height}>
                    , <Trans>up to {height}</Trans>
                  </span>
                )}
              </>
            ),
          })}
      availability={
        <Availability tone={availabilityTone(spaces, now)}>
          <AvailabilityText spaces={spaces} zone={park.timezone} now={now} />
        </Availability>
      }
      total={
        price.ok ? (
          format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })
        ) : (
          <NoPrice item={price.error} tariff={park.rate.tariff} />
        )
      }
      perHour={(price.ok || price.error !== 'park_closed') && <SmallPrint park={park} />}
      age={savedAt !== null && price.ok && <PriceAge savedAt={savedAt} zone={park.timezone} />}
    />
  )
}

/** Beyond this, the walking time is not shown. */
const MAX_WALK_MINUTES = 30

function Distance({ metres, country }: { readonly metres: number; readonly country: CountryCode }) {
  const format = useFormat()
  const distance = format.distance(metres, country)
  const minutes = walkingMinutes(metres)
  return minutes > MAX_WALK_MINUTES ? (
    distance
  ) : (
    <>
      <span className={styles.straight}>{distance}, </span>
      <Trans>about {minutes} min walk</Trans>
    </>
  )
}

function NoPrice({
  item,
  tariff,
}: {
  readonly item: StayError
  readonly tariff: ListedPark['park']['rate']['tariff']
}) {
  if (tariff.windows.length === 0) return <Trans>Price at the car park</Trans>
  if (item === 'park_closed') return <Trans>Closed</Trans>
  return item === 'stay_too_long' ? <Trans>Too long</Trans> : <Trans>Too short</Trans>
}

function SmallPrint({ park }: { readonly park: ListedPark['park'] }) {
  const format = useFormat()
  if (park.rate.tariff.demo) return <Trans>Demo price</Trans>
  if (park.hourly_from === null) return null
  const price = format.money({ amountMinor: park.hourly_from, currency: park.currency })
  return <Trans>{price}/h</Trans>
}
