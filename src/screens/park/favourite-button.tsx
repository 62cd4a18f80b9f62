// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { toImmediateResult } from '../../actions/requests.ts'
import { setFavourite } from '../../actions/parks.ts'
import { routes } from '../../config/routes.ts'
import type { Park } from '../../contract/parks.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useFavourites } from '../../queries/use-favourites.ts'
import { useSession } from '../../queries/use-session.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { KeptStarIcon, StarIcon } from '../../ui/icons-place.tsx'
import { Modal } from '../../ui/modal.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

interface FavouriteProps {
  readonly park: Park
}

/** Adds this car park to the favourites. Works offline; requires signing in. */
export function FavouriteButton({ park }: FavouriteProps) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const session = useSession()
  const favourites = useFavourites()
  const [failure, setFailure] = useState<ActionError | null>(null)
  if (session.status === 'ready' && session.value === null) {
    return (
      <Link
        to={routes.login.href(`${pathname}${search}`)}
        {...iconButtonLook({ floating: true })}
        aria-label={t`Sign in to add to favourites`}
      >
        <StarIcon />
      </Link>
    )
  }
  const known = favourites.status === 'ready' ? favourites.value : null
  const isKept = known?.shown.some(({ park_id: id }) => id === park.id) === true
  const toggle = async () => {
    if (known === null) return
    const result = toImmediateResult(await setFavourite({ park, isWanted: !isKept, isHeld: known.held.has(park.id) }))
    setFailure(result.ok ? null : result.error)
  }
  return (
    <>
      <IconButton
        floating
        label={t`Favourite`}
        aria-pressed={isKept}
        disabled={known === null}
        icon={isKept ? <KeptStarIcon /> : <StarIcon />}
        onClick={() => void toggle()}
      />
      {failure !== null && (
        <Modal open title={<Trans>Favourite not changed</Trans>} onClose={() => setFailure(null)}>
          <FailureNote failure={failure} doing={t`Changing a favourite`} />
        </Modal>
      )}
    </>
  )
}

/** Says that the provider has not yet received the last change. */
export function FavouriteWaiting({ park }: FavouriteProps) {
  const favourites = useFavourites()
  if (favourites.status !== 'ready') return null
  const { shown, held } = favourites.value
  const isWaiting = shown.some(({ park_id: id }) => id === park.id) !== held.has(park.id)
  return isWaiting ? <StatusBadge status="waiting" /> : null
}
