// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { loadParksAround } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { mustInstant } from '../../domain/instant.ts'
import { restOfStay } from '../../domain/no-space.ts'
import { useFormat } from '../../i18n/format.ts'
import { AvailabilityText } from '../../parts/availability-text.tsx'
import { freeSpacesOf, takesBookings } from '../../parts/free-spaces.ts'
import { ParkName } from '../../parts/park-name.tsx'
import { PriceAge } from '../../parts/price-age.tsx'
import { useFreeSpaces } from '../../parts/use-free-spaces.ts'
import { useNow } from '../../parts/use-now.ts'
import { pricePark } from '../../queries/price-park.ts'
import type { BookingView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import { PinIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import styles from './booking.module.css'

/** More than are shown, because those full for the rest of the stay are skipped. */
const LOOKED_AT = 12
const SHOWN = 3
const RADIUS_METRES = 5_000

/** The nearest other saved car parks not known to be full, each with its price for the rest of the stay. */
export default function NearestSpaces({ booking }: { readonly booking: BookingView }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const { park, vehicle_type_id: vehicleTypeId } = booking
  const { lat, lng } = park
  const at = lat === null || lng === null ? null : { lat, lng }
  const near = useParksNear(at, { limit: LOOKED_AT, radiusMetres: RADIUS_METRES })
  const rest = restOfStay({ startMs: mustInstant(booking.start_time), endMs: mustInstant(booking.end_time) }, now)
  const others = near.status === 'ready' ? near.value.filter(({ id }) => id !== booking.park_id) : []
  const isOffline = useConnection().state === 'offline'
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (lat !== null && lng !== null && !isOffline) void loadParksAround({ lat, lng }).then(() => setAnswered(true))
  }, [lat, lng, isOffline])
  const planOf = usePlanOf()
  const nowhere = { fromMs: now, untilMs: now }
  const free = useFreeSpaces(rest === null ? [] : others, rest ?? nowhere)
  if (rest === null || at === null) return null
  const found = others
    .map((other) => ({
      other,
      price: pricePark(other, { ...rest, vehicleTypeId, plan: planOf(other) }),
      spaces: freeSpacesOf(other, free.get(other.id)),
    }))
    .filter(({ other, price, spaces }) => price.ok && takesBookings(other) && spaces.available !== 0)
    .slice(0, SHOWN)
  const stay = { ...rest, vehicleTypeId }
  return (
    <section className={styles.section}>
      <div className={styles.titleRow}>
        <h2>
          <Trans>Nearby until {format.savedAt(rest.untilMs, { zone: park.timezone, now })}</Trans>
        </h2>
        <Link to={routes.search.href({ ...at, text: park.name, ...stay })}>
          <Trans>Show on the map</Trans>
        </Link>
      </div>
      <RowList label={t`Car parks nearby`}>
        {found.map(({ other, price, spaces }) => (
          <li key={other.id}>
            <Link to={routes.park.href(other.slug, stay)} {...listRowLook('place')}>
              <ListRowFace
                icon={<PinIcon />}
                title={<ParkName park={other} />}
                detail={
                  <>
                    {format.distance(other.distance_m, other.country_code)},{' '}
                    <AvailabilityText spaces={spaces} zone={other.timezone} now={now} timeless />
                  </>
                }
                end={
                  price.ok && (
                    <strong>
                      {format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency })}
                    </strong>
                  )
                }
                endDetail={
                  <>
                    {other.rate.tariff.demo && (
                      <>
                        <Trans>Demo price</Trans>
                        <br />
                      </>
                    )}
                    <PriceAge savedAt={other.savedAt} zone={other.timezone} />
                  </>
                }
              />
            </Link>
          </li>
        ))}
      </RowList>
      {near.status === 'ready' && found.length === 0 && (isOffline || isAnswered) && (
        <p className={styles.small}>
          <Trans>No free car park nearby on this phone.</Trans>
        </p>
      )}
    </section>
  )
}
