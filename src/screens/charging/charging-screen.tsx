// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { loadChargers } from '../../actions/parks.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { PARAM, routes } from '../../config/routes.ts'
import { SAMPLE_KWH } from '../../domain/chargers.ts'
import { useFormat } from '../../i18n/format.ts'
import { LocateNote, NearMeButton } from '../../parts/near-me.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { type HomePlace, useHomePlace } from '../../parts/use-home-place.ts'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useStay } from '../../parts/use-stay.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import { usePlanOf } from '../../queries/use-plans.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BoltIcon } from '../../ui/icons-place.tsx'
import { ParkCardSkeleton } from '../../ui/park-card.tsx'
import { ChargingChips } from './charging-chips.tsx'
import { parseChargingFilters, writeChargingFilters } from './charging-filters.ts'
import { type ChargingPark, chargingParks, middlePrice } from './charging-parks.ts'
import { ChargingRow } from './charging-row.tsx'
import text from '../../ui/text.module.css'
import styles from './charging.module.css'

/**
 * /electric-vehicle-charging: car parks with chargers around the driver or the last place, from saved data, then
 * refreshed.
 */
export default function ChargingScreen() {
  const place = useHomePlace()
  return (
    <div className={styles.page}>
      <div className={styles.pad}>
        <h1 tabIndex={-1}>
          <Trans>Charge while parked</Trans>
        </h1>
        <NearMeButton onFound={() => undefined} />
        <LocateNote onFound={() => undefined} />
      </div>
      {place === undefined && <ParkCardSkeleton />}
      {place === null && <NoPlace />}
      {place !== undefined && place !== null && <Around place={place} />}
      {/* Rendered with the content above; rendered earlier, it would be pushed down. */}
      {place !== undefined && (
        <p className={styles.pad}>
          <Link to={moreRoutes.rentOutCharger.href()} className={text.lineLink}>
            <Trans>Rent out your charger</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}

function NoPlace() {
  return (
    <EmptyState
      icon={<BoltIcon size={28} />}
      title={<Trans>Where do you want to charge?</Trans>}
      text={<Trans>Use your location, or search for a place first.</Trans>}
      action={
        <Link to={routes.search.href()} {...buttonLook({ kind: 'secondary' })}>
          <Trans>Search for a place</Trans>
        </Link>
      }
    />
  )
}

function useChargingFilters() {
  const [params, setParams] = useSearchParams()
  const filters = parseChargingFilters(params.get(PARAM.filters))
  const change = (part: Partial<typeof filters>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        const text = writeChargingFilters({ ...filters, ...part })
        if (text === '') after.delete(PARAM.filters)
        else after.set(PARAM.filters, text)
        return after
      },
      { replace: true },
    )
  return { filters, change }
}

function Around({ place }: { readonly place: HomePlace }) {
  const { t } = useLingui()
  const now = useNow()
  const format = useFormat()
  const stay = useStay()
  const planOf = usePlanOf()
  const { filters, change } = useChargingFilters()
  const saved = useParksNear(place.at, { charging: true })
  const { failure, isRefreshing, value: hasAny } = useRefresh(loadChargers, place.at)
  const parks = saved.status === 'ready' ? saved.value : []
  const isWaiting = saved.status === 'loading' || (parks.length === 0 && (isRefreshing || hasAny === true))
  const items = chargingParks(parks, { filters, stay, planOf, now })
  const middle = middlePrice(parks)
  const currency = parks[0]?.currency
  const duration = format.duration(stay.until - stay.from)
  return (
    <>
      <div className={styles.pad}>
        {place.name !== null && <p className={styles.muted}>{t`near ${place.name}`}</p>}
        <ChargingChips
          filters={filters}
          middle={middle === null || currency === undefined ? null : { amountMinor: middle, currency }}
          onChange={change}
        />
        {saved.status === 'ready' && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
        <RefreshFailure failure={failure} doing={t`Updating the list`} />
        <div className={styles.head}>
          <h2 aria-live="polite">
            {items.length === 0 && isWaiting ? (
              <Trans>Looking for car parks…</Trans>
            ) : (
              <Plural value={items.length} one="# car park with chargers" other="# car parks with chargers" />
            )}
          </h2>
          <p>
            <Trans>
              parking and {SAMPLE_KWH} kWh, {duration}
            </Trans>
          </p>
        </div>
      </div>
      {items.length === 0 && isWaiting && <ParkCardSkeleton />}
      <Results items={items} stay={stay} />
      {items.length === 0 && !isWaiting && (
        <Nothing isFiltered={parks.length > 0} onClear={() => change(parseChargingFilters(null))} />
      )}
    </>
  )
}

function Results({
  items,
  stay,
}: {
  readonly items: readonly ChargingPark[]
  readonly stay: ReturnType<typeof useStay>
}) {
  const { t } = useLingui()
  if (items.length === 0) return null
  return (
    <>
      <ul aria-label={t`Car parks with chargers`}>
        {items.map((item) => (
          <li key={item.park.id}>
            <ChargingRow item={item} stay={stay} />
          </li>
        ))}
      </ul>
      {items.some(({ park }) => park.demo_fields.includes('chargers')) && (
        <p className={`${styles.pad} ${styles.muted}`}>
          <Trans>Demo: chargers and their prices are made up where no public source names them.</Trans>
        </p>
      )}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<BoltIcon size={28} />}
      title={
        isFiltered ? <Trans>No car parks match these filters</Trans> : <Trans>No chargers known around here</Trans>
      }
      text={<Trans>Car parks can be booked at any time.</Trans>}
      action={
        isFiltered ? (
          <button type="button" onClick={onClear} {...buttonLook({ kind: 'secondary' })}>
            <Trans>Clear filters</Trans>
          </button>
        ) : (
          <Link to={routes.parksList.href()} {...buttonLook({ kind: 'secondary' })}>
            <Trans>Find Parking</Trans>
          </Link>
        )
      }
    />
  )
}
