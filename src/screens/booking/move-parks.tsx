// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { loadParksAround } from '../../actions/parks.online.ts'
import type { Instant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { freeSpacesOf, takesBookings } from '../../parts/free-spaces.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { pricePark } from '../../queries/price-park.ts'
import type { BookingView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useFavourites } from '../../queries/use-favourites.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCard } from '../../ui/choice-field.tsx'
import { PinIcon } from '../../ui/icons-place.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import styles from './booking.module.css'

const LOOKED_AT = 12
const NEARBY = 4
const FAVOURITES = 3
const RADIUS_METRES = 5_000

export interface MoveParksProps {
  readonly booking: BookingView
  readonly stay: { readonly from: Instant; readonly until: Instant }
  readonly slug: string
  readonly onChoose: (slug: string) => void
}

interface Choice {
  readonly slug: string
  readonly title: ReactNode
  readonly detail: ReactNode
  readonly price?: string
}

/** Chooses the car park to move to; the current one until another is chosen. */
export function MoveParks(props: MoveParksProps) {
  const [isOpen, setOpen] = useState(false)
  const { booking } = props
  if (isOpen) return <ParkChoices {...props} />
  return (
    <ListRow
      size="fact"
      icon={<PinIcon />}
      title={booking.park.name}
      end={
        <Button kind="plain" size="small" onClick={() => setOpen(true)}>
          <Trans>Choose another</Trans>
        </Button>
      }
    />
  )
}

/** The booking's own car park, the driver's favourites, then the nearest ones not known to be full. */
function ParkChoices({ booking, stay, slug, onChoose }: MoveParksProps) {
  const nearby = useNearby(booking, stay)
  const favourites = useFavourites()
  const shown = favourites.status === 'ready' ? favourites.value.shown : []
  const own: Choice = { slug: booking.park.slug, title: booking.park.name, detail: booking.park.address ?? '' }
  const kept = shown
    .filter((one) => one.slug !== own.slug && !nearby.some((near) => near.slug === one.slug))
    .slice(0, FAVOURITES)
    .map((one): Choice => ({ slug: one.slug, title: one.name, detail: <Trans>Favourite</Trans> }))
  return (
    <fieldset className={styles.form}>
      <legend>
        <Trans>Car park</Trans>
      </legend>
      {[own, ...kept, ...nearby].map((choice) => (
        <RadioCard
          key={choice.slug}
          name="move-to"
          title={choice.title}
          detail={choice.detail}
          icon={choice.price}
          checked={choice.slug === slug}
          onChange={() => onChoose(choice.slug)}
        />
      ))}
    </fieldset>
  )
}

function useNearby(booking: BookingView, { from, until }: MoveParksProps['stay']): readonly Choice[] {
  const format = useFormat()
  const { lat, lng } = booking.park
  const at = lat === null || lng === null ? null : { lat, lng }
  const near = useParksNear(at, { limit: LOOKED_AT, radiusMetres: RADIUS_METRES })
  const isOffline = useConnection().state === 'offline'
  useEffect(() => {
    if (lat !== null && lng !== null && !isOffline) void loadParksAround({ lat, lng })
  }, [lat, lng, isOffline])
  const others =
    near.status === 'ready'
      ? near.value.filter(({ id, currency }) => id !== booking.park_id && currency === booking.currency)
      : []
  const span = { fromMs: from, untilMs: until }
  const free = useFreeSpaces(others, span)
  const planOf = usePlanOf()
  return others
    .map((park) => ({
      park,
      price: pricePark(park, { ...span, vehicleTypeId: booking.vehicle_type_id, plan: planOf(park) }),
    }))
    .filter(
      ({ park, price }) => price.ok && takesBookings(park) && freeSpacesOf(park, free.get(park.id)).available !== 0,
    )
    .slice(0, NEARBY)
    .map(({ park, price }) => ({
      slug: park.slug,
      title: <ParkName park={park} />,
      detail: (
        <>
          {format.distance(park.distance_m, park.country_code)}
          {park.rate.tariff.demo && (
            <>
              {', '}
              <Trans>Demo price</Trans>
            </>
          )}
        </>
      ),
      ...(price.ok
        ? { price: format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }) }
        : {}),
    }))
}
