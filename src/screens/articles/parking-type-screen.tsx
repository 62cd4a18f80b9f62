// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import type { CountryCode } from '../../domain/country.ts'
import type { Place } from '../../domain/places/place.ts'
import type { ListedKind } from '../../domain/listed-kinds.ts'
import { useFormat } from '../../i18n/format.ts'
import styles from './articles.module.css'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronEndIcon, ReloadIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { PinIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NearText, TypeText, TypeTitle } from './type-texts.tsx'
import { useNearParks } from './use-near-parks.ts'

/** Number of places added per step. */
const STEP = 25

/**
 * /airport-parking and similar: information about this type of parking, and places in the country that have a car park
 * nearby. Works offline.
 */
export default function ParkingTypeScreen({ kind }: { readonly kind: ListedKind }) {
  const country = useSelectedCountry()
  return (
    <div>
      <div className={styles.pad}>
        <h1 tabIndex={-1}>
          <TypeTitle kind={kind} />
        </h1>
        <TypeText kind={kind} />
        <Link
          to={routes.parksList.href(kind === 'city' ? {} : { kind })}
          {...buttonLook({ kind: 'secondary', size: 'small' })}
        >
          <Trans>Find Parking</Trans>
        </Link>
      </div>
      {country === null ? <ListSkeleton /> : <NearParks key={country.code} kind={kind} country={country.code} />}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

interface Asked {
  readonly kind: ListedKind
  readonly country: CountryCode
}

function NearParks({ kind, country }: Asked) {
  const { t } = useLingui()
  const format = useFormat()
  const { places, retry } = useNearParks(kind, country)
  const [shown, setShown] = useState(STEP)
  if (places === 'loading') return <ListSkeleton />
  if (places === null)
    return (
      <EmptyState
        icon={<NoSignalIcon size={28} />}
        title={<Trans>The places of {format.country(country)} aren’t on this phone yet</Trans>}
        text={<Trans>They come with the next connection, and stay.</Trans>}
        action={<Button icon={<ReloadIcon />} onClick={retry}>{t`Try again`}</Button>}
      />
    )
  if (places.length === 0) return <NoPlace country={format.country(country)} />
  const left = places.length - shown
  return (
    <section>
      <div className={styles.pad}>
        <h2>
          <NearText kind={kind} country={format.country(country)} />
        </h2>
      </div>
      <RowList>
        {places.slice(0, shown).map((place) => (
          <li key={`${place.name} ${String(place.lat)}`}>
            <PlaceRow place={place} kind={kind} />
          </li>
        ))}
      </RowList>
      {left > 0 && (
        <div className={styles.pad}>
          <Button kind="secondary" wide onClick={() => setShown(shown + STEP)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

function PlaceRow({ place, kind }: { readonly place: Place; readonly kind: ListedKind }) {
  const { name, city, state, lat, lng } = place
  const where = [kind === 'city' || city === name ? '' : city, state].filter((part) => part !== '').join(', ')
  return (
    <Link to={routes.search.href({ text: name, lat, lng })} {...listRowLook('place')}>
      <ListRowFace icon={<PinIcon />} title={name} detail={where} end={<ChevronEndIcon />} />
    </Link>
  )
}

function NoPlace({ country }: { readonly country: ReactNode }) {
  return (
    <div className={styles.pad}>
      <p>
        <Trans>There is none in {country} with a car park near it yet.</Trans>
      </p>
    </div>
  )
}
