import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { findExchanged } from '../../domain/country-boxes.ts'
import type { LatLng } from '../../lib/cell.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { parseSearchAddress, searchHref } from '../../parts/search-address.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { NothingFoundDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SlidersIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import styles from './find.module.css'
import type { Find } from './use-find.ts'

/** Why the list is empty, and the one action that helps. */
export function FindEmpty({ find, isOffline }: { readonly find: Find; readonly isOffline: boolean }) {
  const { t } = useLingui()
  // Typed text goes through `t`, never through Trans, which would parse "<b>" in it as an element.
  const { results, label } = find
  if (results.parks.length > 0) {
    return (
      <EmptyState
        icon={<SlidersIcon size={28} />}
        title={<Trans>No car parks match these filters</Trans>}
        text={<Trans>Car parks that don’t say are left out.</Trans>}
        action={
          <Button kind="secondary" onClick={() => find.order.changeOrder({ filters: [] })}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    )
  }
  if (isOffline) {
    return (
      <EmptyState
        icon={<NoSignalIcon size={28} />}
        title={<Trans>Nothing saved for this place</Trans>}
        text={t`You haven’t searched for ${label} on this phone yet. The search continues when you’re back online.`}
      />
    )
  }
  if (results.failure !== null) {
    return (
      <div className={styles.note}>
        <FailureNote failure={results.failure} doing={t`Searching`} />
        <Button kind="secondary" onClick={results.askAgain}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
  const meant = results.place === null ? null : findExchanged(results.place)
  if (meant !== null) return <Exchanged meant={meant} />
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={t`No car park found for ${label}`}
      text={<Trans>Check the spelling, or search for a city nearby.</Trans>}
      action={
        <Link to={routes.parksList.href()} {...buttonLook({ kind: 'secondary' })}>
          <Trans>See all car parks</Trans>
        </Link>
      }
    />
  )
}

/** Suggests swapping the coordinates: with latitude and longitude exchanged, a URL points into the sea or the ice. */
function Exchanged({ meant }: { readonly meant: LatLng }) {
  const [params] = useSearchParams()
  const shown = `${String(meant.lat)}, ${String(meant.lng)}`
  return (
    <EmptyState
      drawing={<NothingFoundDrawing />}
      title={<Trans>No car park is there</Trans>}
      text={<Trans>Latitude and longitude look exchanged.</Trans>}
      action={
        <Link
          to={searchHref({ ...parseSearchAddress(params), text: '', near: meant })}
          {...buttonLook({ kind: 'secondary' })}
        >
          <Trans>Search at {shown}</Trans>
        </Link>
      }
    />
  )
}
