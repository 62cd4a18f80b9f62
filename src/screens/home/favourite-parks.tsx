// Rarely rendered: memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { refreshPark } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { useNow } from '../../parts/use-now.ts'
import type { FavouriteView } from '../../queries/use-favourites.ts'
import { useKeptParks } from '../../queries/use-kept-parks.ts'
import { stayOf, useSearchDraft } from '../../stores/search-draft.ts'
import { Button } from '../../ui/button.tsx'
import { KeptStarIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './home.module.css'
import { ParkRowFace } from './park-rows.tsx'

const FIRST = 3

/** The driver's favourite car parks, with their total for the chosen time. Renders nothing when there are none. */
export function FavouriteParks({ favourites: all }: { readonly favourites: readonly FavouriteView[] }) {
  const [isWhole, setWhole] = useState(false)
  const count = all.length
  if (count === 0) return null
  return (
    <section>
      <h2 className={styles.heading}>
        <Trans>Favourites</Trans>
      </h2>
      <Rows favourites={isWhole ? all : all.slice(0, FIRST)} />
      {!isWhole && count > FIRST && (
        <div className={styles.heading}>
          <Button kind="plain" size="small" onClick={() => setWhole(true)}>
            <Plural value={count} one="Show # favourite" other="Show all # favourites" />
          </Button>
        </div>
      )}
    </section>
  )
}

/** Loads favourites that this phone has not seen; offline, only their names are shown. */
function useParksOf(favourites: readonly FavouriteView[]) {
  const parks = useKeptParks(favourites.map(({ park_id: id }) => id))
  const missing =
    parks.status === 'ready' ? favourites.filter(({ park_id: id }) => !parks.value.has(id)).map(({ slug }) => slug) : []
  const missingText = missing.join(' ')
  useEffect(() => {
    for (const slug of missingText === '' ? [] : missingText.split(' ')) void refreshPark(slug)
  }, [missingText])
  return parks.status === 'ready' ? parks.value : null
}

function Rows({ favourites }: { readonly favourites: readonly FavouriteView[] }) {
  const { t } = useLingui()
  const now = useNow()
  const draft = useSearchDraft()
  const parks = useParksOf(favourites)
  const stay = stayOf(draft, now)
  return (
    <RowList label={t`Favourites`}>
      {favourites.map(({ park_id: id, name, slug, address, pending }) => {
        const park = parks?.get(id)
        const badge = pending && <StatusBadge status="waiting" />
        return (
          <li key={id}>
            <Link
              to={routes.park.href(slug, { ...stay, vehicleTypeId: draft.vehicleTypeId })}
              {...listRowLook('place')}
            >
              {park === undefined ? (
                <ListRowFace
                  icon={<KeptStarIcon />}
                  title={name}
                  detail={
                    <>
                      {address} {badge}
                    </>
                  }
                />
              ) : (
                <ParkRowFace park={park} icon={<KeptStarIcon />} {...stay} badge={badge} />
              )}
            </Link>
          </li>
        )
      })}
    </RowList>
  )
}
